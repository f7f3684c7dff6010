// Stores the pages for offline use, in one cache per version. The build fills in both words.
const CACHE = "chuhe-__VERSION__";
const FILES = ["/", __FILES__];
// Large files of single pages, stored when they are first read.
const LATER = [__LATER__];

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // Files in the HTTP cache are revalidated, so that versions never mix. Unchanged files are not sent
    // again.
    await cache.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
    // An update keeps the large files that the version before has stored.
    for (const path of LATER) if (await caches.match(path)) await readLater(path);
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

// The page itself comes from the network first, so that a new version arrives. Versioned files come
// from the cache. API requests are never cached.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(() => caches.match("/")));
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname).then((kept) => kept || fetch(event.request)));
  } else if (LATER.includes(url.pathname)) {
    event.respondWith(readLater(url.pathname));
  }
});

// A page sends the paths of the files that it has read. Some were read before this worker was there.
self.addEventListener("message", (event) => {
  event.waitUntil(Promise.all(LATER.filter((path) => event.data.includes(path)).map(readLater)));
});

async function readLater(path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path);
  if (kept) return kept;
  const answer = await fetch(new Request(path, { cache: "no-cache" }));
  if (answer.ok) await cache.put(path, answer.clone());
  return answer;
}
