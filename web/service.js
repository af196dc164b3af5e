// Caches the files of this version, so that the page opens without a network.  A first visit loads no
// file twice: files that the page requests are cached immediately, the others when the page runs.

const SCOPE = self.registration.scope;
const KEPT = `${SCOPE} ${VERSION}`;

async function kept(name) {
  const cache = await caches.open(KEPT), url = new URL(name, SCOPE).href;
  const found = await cache.match(url);
  if (found) return found;
  const known = name === "./" ? null : await caches.match(url); // the same file, cached by another version
  const answer = known ?? await fetch(url, { cache: name.includes("/", 2) ? "default" : "no-cache" });
  if (answer.ok) await cache.put(url, answer.clone()).catch(() => {}); // the disk may be full
  return answer;
}

async function fill() {
  for (const name of FILES) await kept(name);
}

self.addEventListener("install", (event) => {
  // An earlier version serves the page until all of this one is here.
  if (self.registration.active) event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys())
      if (name.startsWith(`${SCOPE} `) && name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { url, method, mode } = event.request;
  if (method !== "GET" || !url.startsWith(SCOPE)) return;
  const path = url.slice(SCOPE.length).split(/[?#]/)[0];
  const name = mode === "navigate" && (path === "" || path === "index.html") ? "./" : path;
  if (FILES.includes(name)) event.respondWith(kept(name));
});

self.addEventListener("message", (event) => {
  if (event.data === "fill") event.waitUntil(fill().catch(() => {}));
});
