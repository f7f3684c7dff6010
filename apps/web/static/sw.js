// Keeps the pages for when the network is off. One cache a version; the build fills in both words.
const CACHE = "chuhe-__VERSION__";
const FILES = ["/", __FILES__];

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // What the HTTP cache has is asked for again, so that one version never mixes with another; what
    // has not changed is not sent again.
    await cache.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("chuhe-") && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

// The network first for the page itself, so that a new version arrives; files by version from the
// cache. What talks to tables is never kept.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match("/")));
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname).then((kept) => kept || fetch(event.request)));
  }
});
