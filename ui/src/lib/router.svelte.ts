/** Addresses: `/`, `/t/CODE`, `/r/CODE#34`, `/rules/push`, `/learn/push`. */

export const route = $state({
  path: location.pathname,
  hash: location.hash,
  query: location.search,
});

function read(): void {
  route.path = location.pathname;
  route.hash = location.hash;
  route.query = location.search;
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
