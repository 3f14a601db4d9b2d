/** Addresses: `/`, `/t/CODE`, `/r/CODE#34`, `/rules/push`, `/learn/push`. */

import { tick } from "svelte";
import { announce } from "./announce.svelte";

export const route = $state({
  path: location.pathname,
  hash: location.hash,
  query: location.search,
});

function read(): void {
  if (route.path !== location.pathname) arrive();
  route.path = location.pathname;
  route.hash = location.hash;
  route.query = location.search;
}

let waiting: MutationObserver | null = null;

/** Another page: the keyboard goes on at its top, and its name is told as soon as it is there. */
function arrive(): void {
  waiting?.disconnect();
  const main = document.getElementById("main");
  if (!main) return;
  // After a dialog that led here is gone: behind it nothing takes the focus.
  void tick().then(() => main.focus({ preventScroll: true }));
  waiting = new MutationObserver((_, observer) => {
    if (!main.querySelector("h1")) return;
    observer.disconnect();
    announce(document.title);
  });
  waiting.observe(main, { childList: true, subtree: true });
}

export function go(to: string): void {
  history.pushState(null, "", to);
  read();
  scrollTo(0, 0);
}

/** Change the address without a step in the history. */
export function retitle(to: string): void {
  history.replaceState(null, "", to);
  read();
}

export function startRouter(): void {
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin)
      return;
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.pathname.startsWith("/api") || link.pathname === "/docs") return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
