import { LRUCache } from 'lru-cache';
import type { Pool } from '../../platform/db.ts';
import type { Listener } from '../../platform/notify.ts';
import { accountChanged } from './channels.ts';
import * as sql from './session.sql.ts';

/** An upper bound, in case a notification is lost. */
const ttlMs = 60_000;
/** Half of it is random, so that the entries of clients that connected together do not expire together. */
const entryTtlMs = () => ttlMs * (0.5 + 0.5 * Math.random());
const maxEntries = 20_000;

interface CallerDeps {
  pool: Pool;
  listener: Pick<Listener, 'on' | 'onReconnect' | 'connected'>;
}

/**
 * A cache of the accounts behind tokens. An entry is dropped when the database notifies of a change of its account,
 * permissions or sessions. While notifications cannot arrive, nothing is cached.
 */
export function makeCallers({ pool, listener }: CallerDeps) {
  const entries = new LRUCache<string, sql.CallerRow>({ max: maxEntries, ttlResolution: 0 });
  /** A screen makes several calls at once, which share one query. */
  const loading = new Map<string, Promise<sql.CallerRow | undefined>>();
  let changes = 0;

  /** A row that is still loading may predate the change: later calls do not share it, and it is not cached. */
  function invalidate(accountId?: number): void {
    changes += 1;
    loading.clear();
    for (const [key, row] of entries.entries()) {
      if (accountId === undefined || row.account_id === accountId) entries.delete(key);
    }
  }
  listener.on(accountChanged, ({ accountId }) => invalidate(accountId));
  listener.onReconnect(() => invalidate());

  async function read(key: string, tokenHash: Buffer): Promise<sql.CallerRow | undefined> {
    const before = changes;
    entries.delete(key);
    const row = await sql.callerByToken.maybe(pool, tokenHash);
    if (row && changes === before && listener.connected()) entries.set(key, row, { ttl: entryTtlMs() });
    return row;
  }

  function load(tokenHash: Buffer): Promise<sql.CallerRow | undefined> {
    const key = tokenHash.toString('latin1');
    const shared = loading.get(key);
    if (shared && listener.connected()) return shared;
    const reading = read(key, tokenHash).finally(() => {
      if (loading.get(key) === reading) loading.delete(key);
    });
    loading.set(key, reading);
    return reading;
  }

  const cached = (tokenHash: Buffer): sql.CallerRow | undefined =>
    listener.connected() ? entries.get(tokenHash.toString('latin1')) : undefined;

  return { cached, load, invalidate };
}
