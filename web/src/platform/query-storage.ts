import { queryClient } from './query-client.ts';
import { keys, local } from './storage.ts';

/**
 * Query results kept in local storage, so that the app opens with them when there is no network.
 * They carry the token they were fetched with: another session never sees them.
 */
interface Stored {
  owner: string;
  figures: { key: readonly unknown[]; data: unknown; at: number }[];
}

const maxChars = 1_000_000;
const saveDelayMs = 1000;
const cache = queryClient.getQueryCache();

function read(): Stored | null {
  try {
    return JSON.parse(local.get(keys.figures) ?? 'null') as Stored | null;
  } catch {
    return null;
  }
}

export const clearPersistedQueries = () => local.remove(keys.figures);

/** Puts an answer into the cache as if it had been fetched now, or at the time given. */
export const setPersistedQuery = (key: readonly unknown[], data: unknown, at = Date.now()) =>
  cache.build(queryClient, { queryKey: key, meta: { persist: true } }).setData(data, { updatedAt: at, manual: true });

/** Restores what this session fetched on the last visit. Everything restored is stale, so it is refetched at once. */
export function restoreQueries(token: string | null): void {
  const stored = read();
  if (stored?.owner !== token) {
    clearPersistedQueries();
    return;
  }
  for (const { key, data, at } of stored.figures) setPersistedQuery(key, data, at);
  void queryClient.invalidateQueries({ refetchType: 'none' });
}

function save(owner: string): void {
  const figures = cache
    .getAll()
    .filter((query) => query.meta?.persist && query.state.data !== undefined)
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }))
    .sort((a, b) => b.at - a.at);
  const text = JSON.stringify({ owner, figures } satisfies Stored);
  if (text.length < maxChars) local.set(keys.figures, text);
}

/** Saves new results in one debounced write, as long as the session is the same. */
export function persistQueries(token: () => string | null): void {
  const owner = token();
  if (!owner) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || !query.meta?.persist || query.state.status !== 'success' || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (token() === owner) save(owner);
    }, saveDelayMs);
  });
}
