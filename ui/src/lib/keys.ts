/** Keys of a single letter, anywhere on the page: who speaks to the computer can switch them off. */

import { settings } from "./settings.svelte";

/** The key, if it is meant as a shortcut; else "". */
export function shortcut(event: KeyboardEvent): string {
  if (!settings.keys || event.defaultPrevented || event.repeat) return "";
  if (event.ctrlKey || event.metaKey || event.altKey) return "";
  if ((event.target as Element).closest?.("input, select, textarea")) return "";
  if (document.querySelector("dialog[open]")) return ""; // what is behind it stands still
  return event.key.toLowerCase();
}

/** A key that is held presses a button once: else Enter on a deck would draw all of it. */
export function startKeys(): void {
  addEventListener("keydown", (event) => {
    const button = (event.target as Element).closest?.("button");
    if (event.repeat && event.key === "Enter" && button) event.preventDefault();
  });
}
