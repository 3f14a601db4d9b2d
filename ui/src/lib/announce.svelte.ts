/** What is told to who can't see: one polite live region, at most once a second.
 *
 *  Behind an open dialog the page is silent, so the region is in the dialog that is on top. */

import { untrack } from "svelte";
import { sentences } from "./after";

export const spoken = $state({ text: "", at: "" }); // `at`: the dialog that says it; "" is the page

const EVERY = 1000;
const RACE = 4;
let waiting: string[] = [];
let busy = false;
let dialogs: string[] = []; // open ones, the topmost last

/** Say it; in a `race` only the newest matters, and what waited too long is left out. */
export function announce(text: string, race = false): void {
  if (!text) return;
  waiting.push(text);
  if (race) waiting = waiting.slice(-RACE);
  if (!busy) untrack(next); // an effect that says something would follow what is said
}

/** Say what to do next, after that which has just happened. */
export function prompt(text: string): void {
  setTimeout(() => announce(sentences([text])));
}

/** From now on it is said in this dialog, until what is given back is called. */
export function listenIn(dialog: string): () => void {
  dialogs.push(dialog);
  return () => void (dialogs = dialogs.filter((one) => one !== dialog));
}

/** Who leaves a table leaves nothing said there to the next one at this device. */
export function hush(): void {
  waiting = [];
  spoken.text = "";
}

function next(): void {
  if (!waiting.length) {
    busy = false;
    return;
  }
  busy = true;
  const text = waiting.join(" ");
  // The same words again would change nothing, and so be silent: a space that is not seen does.
  spoken.text = text === spoken.text ? `${text}\u00a0` : text;
  spoken.at = dialogs.at(-1) ?? "";
  waiting = [];
  setTimeout(next, EVERY);
}
