import type { Words } from "../lib/words.svelte";

const areas = import.meta.glob<Words>(["./pt/*.json", "!./pt/{book,lessons}.json"], {
  eager: true,
  import: "default",
});

export default Object.assign({}, ...Object.values(areas)) as Words;
