// The shell works without a network: the files of this release are kept when it comes, and with them
// their page works on when a newer release has taken their place.
const RELEASE = "none"; // both lines are written by the build, see vite.config.ts
const FILES = [];
const CACHE = `cinquina-${RELEASE}`;
const OURS = ["", "t", "r", "rules", "learn"]; // pages, by the beginning of their addresses
const PATIENCE = 4000; // milliseconds: a network that takes longer is as good as none

// Not at once: an older page that is still open has its files from the worker before.
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(["/", "/icon.svg", ...FILES])));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
  self.clients.claim();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const [, place] = url.pathname.split("/");
  if (place === "assets") event.respondWith(asset(event));
  else if (request.mode === "navigate" && OURS.includes(place)) event.respondWith(page(request));
});

/** What is kept, of any release: names change with what is in them. Where nothing can be, nothing is. */
const kept = (what) => caches.match(what).catch(() => undefined);

async function asset(event) {
  const found = await kept(event.request);
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

async function keep(request, answer) {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer);
  } catch {
    // No room: it is asked for again.
  }
}

/** All our pages are the same one: the address says what it shows. */
async function page(request) {
  const answer = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const first = await Promise.race([answer, late]).catch(() => undefined);
  if (first) return first;
  answer.catch(() => undefined);
  return (await kept("/")) ?? answer;
}
