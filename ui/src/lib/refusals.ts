/** Why the server said no, in the player's language. */

import { Problem } from "./api";
import { has, tx } from "./words.svelte";

/** The words for a code; what the server says itself if there are none. */
export function inWords(code: string, text: string): string {
  const key = `no.${code.replaceAll(" ", "_")}`;
  return has(key) ? tx(key) : text;
}

/** The same for what was thrown. What is no answer of the server is thrown on. */
export function explain(why: unknown): string {
  if (!(why instanceof Problem)) throw why;
  return inWords(why.code, why.message);
}
