import { keys, tab } from './storage.ts';

const pause = 10_000;

/** The page's code could not be fetched. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/** Whether a reload may help: not where one was made a moment ago. */
export const mayReload = (now: number, lastReload: string | null): boolean =>
  lastReload === null || now - Number(lastReload) > pause;

/**
 * After a release the files of the old one are gone, so a page opened before it cannot fetch its
 * other screens. One reload brings the new release; if that was just tried, the error is shown.
 */
export function recoverChunk(cause: unknown): Promise<never> {
  const now = Date.now();
  if (!navigator.onLine || !mayReload(now, tab.get(keys.reloadedAt))) {
    return Promise.reject(new ChunkError('The page could not be loaded', { cause }));
  }
  tab.set(keys.reloadedAt, String(now));
  location.reload();
  return new Promise(() => {});
}
