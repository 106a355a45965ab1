import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { keys, tab } from '../platform/storage.ts';

export const pageDelay = 200;
export const pageTimeout = 60_000;
export const chunkTimeout = 120_000;
const reloadPause = 10_000;

export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/**
 * After a release the files of the old one are gone, so a page opened before it cannot fetch its
 * other screens. One reload brings the new release; if that was just tried, the error is shown.
 */
export function mayReload(now: number, lastReload: string | null): boolean {
  return lastReload === null || now - Number(lastReload) > reloadPause;
}

function recover(cause: unknown): Promise<never> {
  const now = Date.now();
  if (!navigator.onLine || !mayReload(now, tab.get(keys.reloadedAt))) {
    throw new ChunkError('The page could not be loaded', { cause });
  }
  tab.set(keys.reloadedAt, String(now));
  location.reload();
  return new Promise(() => {});
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError('The page took too long to load')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A screen that is fetched when its page is first opened. */
export function lazyPage<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return lazyRouteComponent(() => within(chunkTimeout, load()).catch(recover), name);
}
