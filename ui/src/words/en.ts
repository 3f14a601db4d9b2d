import type { Words } from "../lib/words.svelte";

const areas = import.meta.glob<Words>(["./en/*.json", "!./en/{book,lessons}.json"], {
  eager: true,
  import: "default",
});

export default Object.assign({}, ...Object.values(areas)) as Words;
