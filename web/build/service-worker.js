// The build writes VERSION, HASHED and CHECKED above this line: its name, and the paths of its files.
// HASHED files have their content in their name; CHECKED ones have a checksum here.

/** The page and its code as one build made them. They go together: a cache never holds parts of two builds. */
const CACHE = `kinora-${VERSION}`;
const PAGE = "/index.html";
const PATIENCE_MS = 5_000;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    const isOurs = !/^\/(api|realtime|embed)\//.test(pathname);
    if (isOurs) event.respondWith(fresh(asked(event), PAGE));
  } else if (pathname.startsWith("/assets/")) event.respondWith(keptFirst(request));
  else if (pathname in CHECKED) event.respondWith(fresh(fetch(request), request));
});

/** All or nothing. Servers of two builds may answer side by side: a file of the other build ends the installation. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  for (const [path, checksum] of Object.entries(CHECKED)) {
    const response = await fetch(path, { cache: "reload" });
    if (!response.ok || (await checksumOf(response.clone())) !== checksum)
      throw new Error(`${path} is of another build`);
    await cache.put(path, response);
  }
  await cache.addAll(HASHED);
}

async function checksumOf(response) {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** It happens when no page of the former build is open any more: until then, such a page may need its own code. */
async function takeOver() {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith("kinora-") && name !== CACHE);
  await Promise.all(former.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  // The page that brought the worker has code to load later, too, and the server may be of another build by then.
  await self.clients.claim();
}

const asked = async (event) => (await event.preloadResponse) ?? fetch(event.request);

/** The server's answer, so that a new build is seen at the next visit. The kept one stands in for a server that is away, in trouble or slow. */
async function fresh(asking, path) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([asking.catch(() => undefined), late]);
  if (answer && answer.status < 502) return answer;
  return (await kept(path, CACHE)) ?? asking;
}

/** Code of any build: a page that was opened since is of the next one, whose worker waits. */
const keptFirst = async (request) => (await kept(request)) ?? fetch(request);

/** A browser that refuses its storage has kept nothing. */
const kept = (request, cacheName) =>
  caches.match(request, { cacheName, ignoreVary: true }).catch(() => undefined);
