/** Why the server said no, in the player's language. */

import { Problem } from "./api";
import { has, tx } from "./words.svelte";

/** The words for a code; for one that we do not know, that it did not work. */
export function inWords(code: string): string {
  const key = `no.${code.replaceAll(" ", "_")}`;
  return tx(has(key) ? key : "no.other");
}

/** The same for what was thrown. What is no answer of the server is thrown on. */
export function explain(why: unknown): string {
  if (!(why instanceof Problem)) throw why;
  return inWords(why.code);
}
