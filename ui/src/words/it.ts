import type { Words } from "../lib/words.svelte";

const areas = import.meta.glob<Words>(["./it/*.json", "!./it/{book,lessons}.json"], {
  eager: true,
  import: "default",
});

export default Object.assign({}, ...Object.values(areas)) as Words;
