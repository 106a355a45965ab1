import { keys, tab } from './storage.ts';

const minReloadIntervalMs = 10_000;

/** The code of a page could not be loaded. */
export class ChunkError extends Error {}

/** Whether to reload: not where the page was just reloaded. */
export const mayReload = (now: number, lastReload: string | null): boolean =>
  lastReload === null || now - Number(lastReload) > minReloadIntervalMs;

/**
 * A new release removes the files of the old one, so a page opened before cannot load its other screens.
 * One reload gets the new release; if that was just tried, the error is shown.
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
