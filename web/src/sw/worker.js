// The service worker: it keeps the page's files, so that the page opens without the network and a tab that
// is older than the last deployment still finds its parts. scripts/service_worker.mjs fills in the two
// names in capitals and puts it at /sw.js.

const cacheName = "samedeal-VERSION";
const kept = new Set(["FILES"]);
const page = "/index.html";
// After this long a page that is kept is better than one that may still come.
const patience = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...kept].map(fresh))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()));
});

// A waiting worker takes over only when the page asks for it: never in the middle of a race.
self.addEventListener("message", (event) => {
  if (event.data === "SKIP_WAITING") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || isServices(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(pageFor(request));
  else if (kept.has(url.pathname) || url.pathname.startsWith("/assets/")) event.respondWith(fileFor(request));
});

/** An asset's name changes with its content; the others must not come from the browser's own cache. */
function fresh(path) {
  return new Request(path, { cache: path.startsWith("/assets/") ? "default" : "no-cache" });
}

function isServices(path) {
  return path === "/ws" || path.startsWith("/ws/") || path === "/api" || path.startsWith("/api/");
}

async function pageFor(request) {
  const network = fetch(request);
  const good = network.then(
    (response) => (response.status < 500 ? response : null),
    () => null,
  );
  const late = new Promise((resolve) => setTimeout(resolve, patience, null));
  return (await Promise.race([good, late])) ?? (await storedFor(page)) ?? network;
}

async function fileFor(request) {
  const stored = await storedFor(request);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(request, response.clone());
  }
  return response;
}

async function storedFor(request) {
  const cache = await caches.open(cacheName);
  return cache.match(request);
}

async function deleteOldCaches() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("samedeal-") && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}
