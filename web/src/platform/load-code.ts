import { keys, tab } from './storage.ts';

const minReloadIntervalMs = 10_000;

/** The code of a page could not be loaded. */
export class ChunkError extends Error {}

/** Whether to reload: not where the page was just reloaded. */
export const mayReload = (now: number, lastReload: string | null): boolean =>
  lastReload === null || now - Number(lastReload) > minReloadIntervalMs;

const probeMs = 5_000;

/** Whether a reload would find the page, rather than replace it by an error of the browser. */
function serverAnswers(): Promise<boolean> {
  const asked = fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  const answered = asked.then(
    ({ status }) => status < 500,
    () => false,
  );
  return Promise.race([answered, new Promise<false>((resolve) => setTimeout(resolve, probeMs, false))]);
}

async function recover(cause: unknown, beforeReload: () => void): Promise<never> {
  const now = Date.now();
  if (!navigator.onLine || !mayReload(now, tab.get(keys.reloadedAt)) || !(await serverAnswers())) {
    throw new ChunkError('The page could not be loaded', { cause });
  }
  tab.set(keys.reloadedAt, String(now));
  beforeReload();
  location.reload();
  return new Promise(() => {});
}

/**
 * Loads code or texts. Where that fails, only a reload of the page helps: a new release removes the files of the old
 * one, and most browsers never ask again for a script that failed once. Without a network, or if a reload was just
 * tried, the page stays and the error is the caller's.
 */
export const loadCode = <T>(load: () => Promise<T>, beforeReload = () => {}): Promise<T> =>
  load().catch((cause: unknown) => recover(cause, beforeReload));
