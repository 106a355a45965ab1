import { type DocumentName, documentOf, shells } from '@recline/contract/pages';

/**
 * The service worker: opens the app without a network. It caches the files of its release and three documents
 * without anybody's data: login, app, and a chair's page that still has to fetch its chair. API answers never pass
 * through it: the app itself stores them, with the account they belong to.
 */

/** Defined by the build: a name that changes with any file, and the files. */
declare const release: { name: string; files: string[] };

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
const worker = globalThis as unknown as Worker;

const networkTimeoutMs = 4000;

async function install(): Promise<void> {
  const cache = await caches.open(release.name);
  await cache.addAll(release.files);
  // Bypasses the HTTP cache: a document of an older release would ask for files that are gone.
  await cache.addAll(Object.values(shells).map((path) => new Request(path, { cache: 'reload' })));
  await worker.skipWaiting();
}

/** Keeps the previous release: pages that are open still need its files. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name !== release.name);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Cache first: file names contain a content hash, so a cached file is never out of date. */
async function asset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** Network first, so that a page is always of the newest release; the cached document is the fallback. */
async function page(request: Request, kind: DocumentName): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), networkTimeoutMs);
  try {
    return await fetch(request, { signal: timeout.signal });
  } catch (error) {
    const cached = await (await caches.open(release.name)).match(shells[kind]);
    if (!cached) throw error;
    return cached;
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
  if (pathname.startsWith('/assets/')) return event.respondWith(asset(request));
  const document = request.mode === 'navigate' ? documentOf(pathname) : null;
  if (document) event.respondWith(page(request, document));
});
