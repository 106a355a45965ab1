import { type Db, statement } from './db.ts';
import { fail } from './error.ts';
import { networkShares, networksOf } from './http/address.ts';

/** A maximum number of uses in a sliding window. */
export interface RateLimit {
  /** Names the limit in the database. */
  scope: string;
  max: number;
  windowMs: number;
}

/** A limit and the key of the use: an account or an address. */
export interface LimitedUse {
  limit: RateLimit;
  key: string;
}

/** Uses of an address, which also count towards the networks around it; `address` is an `addressKey`. */
export const usesFrom = (limit: RateLimit, address: string): LimitedUse[] =>
  networksOf(address).map((key, at) => ({
    limit: { ...limit, max: Math.floor(limit.max * (networkShares[at] ?? 1)) },
    key,
  }));

/** No limit may have a longer window: older uses are deleted. */
const longestWindowMs = 24 * 3600_000;

/** Serialises the uses of one key, so that parallel ones are counted one by one. */
const lock = statement<never, [string]>(
  'rateLimit.lock',
  `SELECT pg_advisory_xact_lock(hashtextextended('rate limit ' || $1, 0))`,
);
const recentUses = statement<{ count: number; oldest: Date | null }, [string, string, Date]>(
  'rateLimit.recent',
  'SELECT count(*) AS count, min(at) AS oldest FROM rate_limit_uses WHERE scope = $1 AND key = $2 AND at > $3',
);
const insertUses = statement<never, [string[], string[], Date]>(
  'rateLimit.insert',
  `INSERT INTO rate_limit_uses (scope, key, at) SELECT scope, key, $3 FROM unnest($1::text[], $2::text[]) v (scope, key)`,
);
/** Every use that was counted under a key. */
export const forgetUsesOf = statement<never, [string]>(
  'rateLimit.deleteOfKey',
  'DELETE FROM rate_limit_uses WHERE key = $1',
);
const deleteOldUses = statement<never, [Date]>('rateLimit.deleteOld', 'DELETE FROM rate_limit_uses WHERE at < $1');

/**
 * Seconds until one more use of each is allowed; 0 is now. The keys stay locked until the transaction of `db` ends, so
 * that uses counted in it cannot exceed a limit.
 */
export async function waitForUses(db: Db, uses: readonly LimitedUse[], now: Date): Promise<number> {
  const named = uses.map((use) => ({ ...use, name: `${use.limit.scope} ${use.key}` }));
  let waitSeconds = 0;
  // In one order everywhere, so that two transactions do not deadlock.
  for (const { limit, key, name } of named.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    await lock(db, name);
    const recent = await recentUses.one(db, limit.scope, key, new Date(now.getTime() - limit.windowMs));
    waitSeconds = Math.max(waitSeconds, waitFor(limit, recent, now));
  }
  return waitSeconds;
}

/** Counts one use of each. */
export async function countUses(db: Db, uses: readonly LimitedUse[], now: Date): Promise<void> {
  if (uses.length === 0) return;
  const scopes = uses.map(({ limit }) => limit.scope);
  const keys = uses.map(({ key }) => key);
  await insertUses(db, scopes, keys, now);
}

function waitFor(limit: RateLimit, { count, oldest }: { count: number; oldest: Date | null }, now: Date): number {
  if (count < limit.max || oldest === null) return 0;
  return Math.max(1, Math.ceil((oldest.getTime() + limit.windowMs - now.getTime()) / 1000));
}

export const tooMany = (seconds: number) => fail('tooMany', { seconds }, { retryAfter: seconds });

/** Refuses with the time to wait if one is at its limit. */
export async function requireWithin(db: Db, uses: readonly LimitedUse[], now: Date): Promise<void> {
  const waitSeconds = await waitForUses(db, uses, now);
  if (waitSeconds > 0) throw tooMany(waitSeconds);
}

/** Counts one use of each, or refuses with the time to wait. */
export async function requireUses(db: Db, uses: readonly LimitedUse[], now: Date): Promise<void> {
  await requireWithin(db, uses, now);
  await countUses(db, uses, now);
}

export const forgetOldUses = (db: Db, now: Date) => deleteOldUses(db, new Date(now.getTime() - longestWindowMs));
