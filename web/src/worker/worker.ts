/**
 * The service worker: opens the app without a network. It keeps the files of its release and the two
 * documents, which are the same for everybody. What a server answers never comes near it: figures
 * are kept by the app itself, with the account they belong to.
 */

/** Filled in by the build: a name that changes with any file, and the files. */
declare const release: { name: string; files: string[] };

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
const worker = globalThis as unknown as Worker;

const documents = { login: '/', app: '/pages/index/index' };
const loginPaths = ['/', '/pages/login/login'];
const appPaths = /^\/(pages\/|choose-location$|open-location$)/;
const patience = 4000;

async function install(): Promise<void> {
  const cache = await caches.open(release.name);
  await cache.addAll(release.files);
  // Past the browser's own cache: a document of an older release would ask for files that are gone.
  await cache.addAll(Object.values(documents).map((path) => new Request(path, { cache: 'reload' })));
  await worker.skipWaiting();
}

/** The release before this one stays: pages that are open still need its files. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name !== release.name);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Files bear a hash of their content in their name, so a kept one is never out of date. */
async function keptFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** A page comes from the server, hence always from the newest release; a kept one only where none comes. */
async function page(request: Request, kind: keyof typeof documents): Promise<Response> {
  const impatience = new AbortController();
  const timer = setTimeout(() => impatience.abort(), patience);
  try {
    return await fetch(request, { signal: impatience.signal });
  } catch (error) {
    const kept = await (await caches.open(release.name)).match(documents[kind]);
    if (!kept) throw error;
    return kept;
  } finally {
    clearTimeout(timer);
  }
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(keptFile(request));
  else if (request.mode !== 'navigate') return;
  else if (loginPaths.includes(pathname)) event.respondWith(page(request, 'login'));
  else if (appPaths.test(pathname)) event.respondWith(page(request, 'app'));
});
