import type { Pool } from '../../platform/db.ts';
import type { Listener } from '../../platform/notify.ts';
import { accountChanged } from './channels.ts';
import * as sql from './session.sql.ts';

/** An upper bound, in case a notification is lost. */
const ttlMs = 60_000;
/** Half of it is random, so that the entries of clients that connected together do not expire together. */
const entryTtlMs = () => ttlMs * (0.5 + 0.5 * Math.random());
const maxEntries = 20_000;

interface Entry {
  row: sql.CallerRow;
  until: number;
}

interface CallerDeps {
  pool: Pool;
  listener: Pick<Listener, 'on' | 'onReconnect' | 'connected'>;
}

/**
 * A cache of the accounts behind tokens. An entry is dropped when the database notifies of a change of its account,
 * permissions or sessions. While notifications cannot arrive, nothing is cached.
 */
export function makeCallers({ pool, listener }: CallerDeps) {
  const entries = new Map<string, Entry>();
  /** A screen makes several calls at once: they share one query. */
  const loading = new Map<string, Promise<sql.CallerRow | undefined>>();
  let changes = 0;

  /** A row that is being loaded meanwhile may be older than this change: no later call uses it, and it is not cached. */
  function invalidate(accountId?: number): void {
    changes += 1;
    loading.clear();
    for (const [key, { row }] of entries) {
      if (accountId === undefined || row.account_id === accountId) entries.delete(key);
    }
  }
  listener.on(accountChanged, ({ accountId }) => invalidate(accountId));
  listener.onReconnect(() => invalidate());

  function keep(key: string, row: sql.CallerRow): void {
    if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? '');
    entries.set(key, { row, until: performance.now() + entryTtlMs() });
  }

  async function read(key: string, tokenHash: Buffer): Promise<sql.CallerRow | undefined> {
    const before = changes;
    entries.delete(key);
    const row = await sql.callerByToken.maybe(pool, tokenHash);
    if (row && changes === before && listener.connected()) keep(key, row);
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

  function cached(tokenHash: Buffer): sql.CallerRow | undefined {
    const known = entries.get(tokenHash.toString('latin1'));
    return known && known.until > performance.now() && listener.connected() ? known.row : undefined;
  }

  return { cached, load, invalidate };
}
