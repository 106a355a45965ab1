import type { QueryCache, QueryClient } from '@tanstack/react-query';
import { localValue } from './storage.ts';
import { readJson } from './stored-json.ts';

const figures = localValue('figures');

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

export interface QueryStorage {
  clear(): void;
  /** Puts an answer into the cache as if it had been fetched now, or at the time given. */
  put(key: readonly unknown[], data: unknown, at?: number): void;
  /** Restores what this session fetched on the last visit. Everything restored is stale, so it is refetched at once. */
  restore(token: string | null): void;
  /** Saves new results in one debounced write, as long as the session is the same. */
  persist(token: () => string | null): void;
}

export function makeQueryStorage(queryClient: QueryClient): QueryStorage {
  const cache = queryClient.getQueryCache();
  const storage: QueryStorage = {
    clear: figures.remove,
    put: (key, data, at = Date.now()) => {
      cache
        .build(queryClient, { queryKey: key, meta: { persist: true } })
        .setData(data, { updatedAt: at, manual: true });
    },
    restore(token) {
      const stored = readJson(figures.get()) as Stored | null;
      if (stored?.owner !== token) return storage.clear();
      for (const { key, data, at } of stored.figures) storage.put(key, data, at);
      void queryClient.invalidateQueries({ refetchType: 'none' });
    },
    persist(token) {
      const owner = token();
      if (!owner) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      cache.subscribe(({ type, query }) => {
        if (type !== 'updated' || !query.meta?.persist || query.state.status !== 'success' || timer) return;
        timer = setTimeout(() => {
          timer = undefined;
          if (token() === owner) save(owner, cache);
        }, saveDelayMs);
      });
    },
  };
  return storage;
}

function save(owner: string, cache: QueryCache): void {
  const results = cache
    .getAll()
    .filter((query) => query.meta?.persist && query.state.data !== undefined)
    .map(({ queryKey, state }) => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }))
    .sort((a, b) => b.at - a.at);
  const text = JSON.stringify({ owner, figures: results } satisfies Stored);
  if (text.length < maxChars) figures.set(text);
}
