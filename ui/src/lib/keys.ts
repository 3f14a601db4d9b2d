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

const TYPED = 1000; // milliseconds between two digits of one number

/** Finds the card that is meant by the digits typed one after the other: the one with this number,
 *  else the first that begins like it. */
export function typing(): (event: KeyboardEvent, cards: readonly string[]) => number {
  let [typed, at] = ["", -TYPED];
  const find = (cards: readonly string[]): number => {
    const found = cards.findIndex((face) => parseInt(face) === Number(typed));
    return found >= 0 ? found : cards.findIndex((face) => face.startsWith(typed));
  };
  return (event, cards) => {
    const more = event.timeStamp - at < TYPED;
    typed = more ? typed + event.key : event.key;
    at = event.timeStamp;
    const found = find(cards);
    if (found >= 0 || !more) return found;
    typed = event.key; // no number of two digits: a new one begins
    return find(cards);
  };
}

/** A key that goes through a hand goes there from anywhere on the table. */
export function toHand(event: KeyboardEvent): void {
  const card = document.querySelector<HTMLElement>('.board .card[tabindex="0"]');
  if (!card || card.closest("[role=group]")?.contains(event.target as Element)) return;
  event.preventDefault();
  card.focus();
  // The first arrow shows where one is; a digit finds its card.
  if (!event.key.startsWith("Arrow"))
    card.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, bubbles: true }));
}
