// The service worker: the app opens without a network, and the browser can be told things while it is closed.
//
// No stale code: a page is always asked of the server first, and only what has a hash in its name is taken from the cache unasked. What is
// kept belongs to one build; that of the build before stays for pages that are still open.
const VERSION = '__VERSION__';
const FILES = __FILES__;
const SHELL = 'sandtable-shell-';
const KNOWN = 'sandtable-known';
const PAGE = '/';
/** Answers of the server that a board needs; they change rarely and are asked for anew whenever there is a network. */
const NEEDED = /^\/api\/(games(\/[\w-]+\/(words\/\w+|components))?|bots)$/;
const PATIENCE = 5000;

self.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

async function keep() {
  const cache = await caches.open(SHELL + VERSION);
  for (const file of [PAGE, ...FILES]) {
    const hashed = file.startsWith('/assets/');
    const before = hashed ? await caches.match(file) : undefined;
    const answer = before ?? (await fetch(file, { cache: hashed ? 'default' : 'reload' }));
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
    await cache.put(file, answer);
  }
  const lists = await caches.open(KNOWN);
  await Promise.all(['/api/games', '/api/bots'].map((list) => lists.add(list).catch(() => {})));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      const shells = names.filter((name) => name.startsWith(SHELL) && name !== SHELL + VERSION);
      await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
      await self.clients.claim();
    }),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!url.pathname.startsWith('/api/')) event.respondWith(page(request));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else if (FILES.includes(url.pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(url.pathname)));
  } else if (NEEDED.test(url.pathname)) {
    event.respondWith(known(request));
  }
});

/** The page from the server; the one that is kept if there is no network, or none that deserves the name. */
async function page(request) {
  const gone = new AbortController();
  const timer = setTimeout(() => gone.abort(), PATIENCE);
  try {
    const answer = await fetch(request.url, { signal: gone.signal, credentials: 'same-origin', redirect: 'manual' });
    if (answer.type === 'opaqueredirect' || answer.status < 500) return answer;
    throw new Error(String(answer.status));
  } catch (error) {
    const kept = await caches.match(PAGE, { cacheName: SHELL + VERSION });
    if (!kept) throw error;
    return kept;
  } finally {
    clearTimeout(timer);
  }
}

async function known(request) {
  const cache = await caches.open(KNOWN);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (!kept) throw error;
    return kept;
  }
}

// ---- being told ---------------------------------------------------------------------------------------------------------------------

self.addEventListener('push', (event) => {
  event.waitUntil(tell(event.data ? event.data.json() : {}));
});

/** Whoever looks at the app sees it there. */
async function tell(message) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open.some((client) => client.visibilityState === 'visible')) return;
  await self.registration.showNotification(message.title ?? 'Sandtable', {
    body: message.body,
    tag: message.tag,
    renotify: !!message.tag,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url: message.url ?? '/' },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? '/', location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async (open) => {
      const there = open.find((client) => client.url === url) ?? open[0];
      if (!there) return self.clients.openWindow(url);
      await there.focus();
      if (there.url !== url) await there.navigate(url);
    }),
  );
});
