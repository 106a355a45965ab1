import { type Db, type Pool, statement, transaction } from './db.ts';

/** At most `max` times in any `windowMs`, for one key: an address, an account. */
export interface RateLimit {
  action: string;
  max: number;
  windowMs: number;
}

const lock = statement<never, [string]>('rateLimit.lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))');
const nthNewest = statement<{ at: Date }, [string, string, Date, number]>(
  'rateLimit.nthNewest',
  `SELECT at FROM limited_actions WHERE action = $1 AND key = $2 AND at > $3 ORDER BY at DESC OFFSET $4 - 1 LIMIT 1`,
);
const insert = statement<{ id: number }, [string, string, Date]>(
  'rateLimit.insert',
  'INSERT INTO limited_actions (action, key, at) VALUES ($1, $2, $3) RETURNING id',
);
const remove = statement<never, [number]>('rateLimit.remove', 'DELETE FROM limited_actions WHERE id = $1');
const removeOld = statement<never, [Date]>('rateLimit.removeOld', 'DELETE FROM limited_actions WHERE at < $1');

/** An action that was counted, or how long the next one has to wait. */
export type Counted = { id: number } | { waitSeconds: number };

/** Counts an action, on all servers together. The lock makes actions that come together count one by one. */
export const countAction = (pool: Pool, limit: RateLimit, key: string, now: Date): Promise<Counted> =>
  transaction(pool, async (db) => {
    await lock(db, `${limit.action} ${key}`);
    const since = new Date(now.getTime() - limit.windowMs);
    const oldest = await nthNewest.maybe(db, limit.action, key, since, limit.max);
    if (!oldest) return insert.one(db, limit.action, key, now);
    return { waitSeconds: Math.max(1, Math.ceil((oldest.at.getTime() - since.getTime()) / 1000)) };
  });

/** Takes back what was counted, where the action did not happen. */
export const uncountAction = (db: Db, id: number): Promise<never[]> => remove(db, id);

/** No limit has a longer window. */
const longestWindowMs = 24 * 3600_000;

/** Deletes what no limit needs any more. */
export const forgetActions = (db: Db, now: Date): Promise<never[]> =>
  removeOld(db, new Date(now.getTime() - longestWindowMs));
