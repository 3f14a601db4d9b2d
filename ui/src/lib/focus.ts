/** The keyboard's place on the page: what goes away must not take it along. */

import { tick } from "svelte";

/** Ask before a box changes: if it had the focus and lost it, what is left of it gets it back. */
export function stayIn(box: HTMLElement | undefined): void {
  if (!box?.contains(document.activeElement)) return;
  void tick().then(() => {
    if (document.activeElement !== document.body) return;
    (box.querySelector<HTMLElement>('[tabindex="0"]') ?? box).focus({ preventScroll: true });
  });
}
