/* Keeps the televisions' page for a start without the line: the newest from the server, else what was kept. */
const SHELL = 'player-1';
const isShell = (url) =>
  url.origin === location.origin && (url.pathname === '/player/' || url.pathname.startsWith('/assets/player-'));

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((kept) => kept.add('/player/'))
      .then(() => self.skipWaiting()),
  );
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !isShell(url)) return;
  event.respondWith(
    fetch(event.request)
      .then((answer) => {
        if (!answer.ok) return caches.match(url.pathname).then((kept) => kept || answer);
        const copy = answer.clone();
        event.waitUntil(caches.open(SHELL).then((kept) => kept.put(url.pathname, copy)));
        return answer;
      })
      .catch(() => caches.match(url.pathname).then((kept) => kept || Response.error())),
  );
});
