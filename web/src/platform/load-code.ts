import { tabValue } from './storage.ts';

/** When this tab last reloaded itself for a new release. */
const reloadedAt = tabValue('reloadedAt');

const minReloadIntervalMs = 10_000;

/** Code or texts of the app could not be loaded. */
export class ChunkError extends Error {}

/** Whether to reload: not if the page was just reloaded. */
export const mayReload = (now: number, lastReload: string | null): boolean =>
  lastReload === null || now - Number(lastReload) > minReloadIntervalMs;

const probeMs = 5_000;

/** Whether a reload would load the page, instead of a browser error. */
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
  if (!navigator.onLine || !mayReload(now, reloadedAt.get()) || !(await serverAnswers())) {
    throw new ChunkError('The page could not be loaded', { cause });
  }
  reloadedAt.set(String(now));
  beforeReload();
  location.reload();
  return new Promise(() => {});
}

/**
 * Loads code or texts by a dynamic import. If the import fails, the page is reloaded, because importing again does not
 * help: most browsers cache a failed import until the page is reloaded, and a new release has other file names. Throws
 * a ChunkError instead if the server is unreachable, or the page was reloaded seconds ago.
 */
export const loadCode = <T>(load: () => Promise<T>, beforeReload = () => {}): Promise<T> =>
  load().catch((cause: unknown) => recover(cause, beforeReload));
