import { keys, local } from '../platform/storage.ts';
import { queryClient } from './query-client.ts';

/**
 * The last figures, kept on the phone so that the app opens with them when there is no network.
 * They bear the token they were fetched with: another session never sees them.
 */
interface Kept {
  owner: string;
  figures: { key: readonly unknown[]; data: unknown; at: number }[];
}

const mostBytes = 1_000_000;
const pause = 1000;
const cache = queryClient.getQueryCache();

const read = (): Kept | null => {
  try {
    return JSON.parse(local.get(keys.figures) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
};

export const forgetFigures = () => local.remove(keys.figures);

/** Puts an answer in its place as if it had just been fetched, or at the time given. */
export const putFigures = (key: readonly unknown[], data: unknown, at = Date.now()) =>
  cache.build(queryClient, { queryKey: key, meta: { keep: true } }).setData(data, { updatedAt: at, manual: true });

/** Puts back what this very session fetched the last time. It is old by its date, so it is fetched anew at once. */
export function restoreFigures(token: string | null): void {
  const kept = read();
  if (kept?.owner !== token) {
    forgetFigures();
    return;
  }
  for (const { key, data, at } of kept.figures) putFigures(key, data, at);
  void queryClient.invalidateQueries({ refetchType: 'none' });
}

function save(owner: string): void {
  const figures = cache
    .getAll()
    .filter((query) => query.meta?.keep && query.state.data !== undefined)
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }))
    .sort((a, b) => b.at - a.at);
  const text = JSON.stringify({ owner, figures } satisfies Kept);
  if (text.length < mostBytes) local.set(keys.figures, text);
}

/** Keeps what arrives, a little later and all at once, as long as the session is the same. */
export function keepFigures(token: () => string | null): void {
  const owner = token();
  if (!owner) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || !query.meta?.keep || query.state.status !== 'success' || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (token() === owner) save(owner);
    }, pause);
  });
}
