import { chairPageOnly, type DocumentName, documentOf, shells } from '@recline/contract/pages';

/**
 * The service worker: opens pages without a network. It caches HTML documents without personal data, and the files of
 * its release. A phone that has opened the app keeps all of them; one that has only scanned a chair keeps the chair's
 * page. API answers never pass through it: the app itself stores them, with the account they belong to.
 */

/** Defined by the build: a name that changes with any file, the list of all files, and that of the chair's page. */
declare const release: { name: string; files: string[]; chairPageFiles: string[] };

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

/** The address under which a page registers the worker determines how much it caches. */
const kept =
  location.search === chairPageOnly
    ? { files: release.chairPageFiles, documents: [shells['chair-page']] }
    : { files: release.files, documents: Object.values(shells) };

async function install(): Promise<void> {
  const cache = await caches.open(release.name);
  await cache.addAll(kept.files);
  // Bypasses the HTTP cache: a document of an older release would request deleted files.
  await cache.addAll(kept.documents.map((path) => new Request(path, { cache: 'reload' })));
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
