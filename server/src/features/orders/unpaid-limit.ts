import { unpaidStatuses } from '@recline/contract/dictionary';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement, transaction } from '../../platform/db.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type RateLimit, returnUses, takeUses, tooMany } from '../../platform/rate-limit.ts';
import { sqlList } from '../../platform/rows.ts';
import type { ActivateInput } from './placing.ts';

/** Shared by all accounts at an address that never paid. New accounts cost nothing, so they are not counted one by one. */
const unpaidLimit: RateLimit = { scope: 'unpaid order', max: 60, windowMs: 10 * 60_000 };

const isCounted = statement<{ counted: boolean }, [number, string]>(
  'orders.unpaidCounted',
  `SELECT NOT EXISTS (SELECT FROM orders WHERE placed_by = $1
     AND (request_id = $2::uuid OR status NOT IN (${sqlList(unpaidStatuses)}))) AS counted`,
);

interface UnpaidLimitDeps {
  pool: Pool;
  clock: Clock;
  /** Whether a way to pay is a provider's, and the order waits for it. */
  isProvider(payType: string): boolean;
}

/** Counts an order that is yet to be paid, unless it is a repeat or its account has paid before; then places it. */
export async function limitUnpaid<T>(
  { pool, clock, isProvider }: UnpaidLimitDeps,
  { role, accountId }: Caller,
  { payType, requestId }: ActivateInput,
  address: string,
  place: () => Promise<T>,
): Promise<T> {
  if (role !== 'consumer' || !isProvider(payType)) return place();
  if (!(await isCounted.one(pool, accountId, requestId)).counted) return place();
  const uses = [{ limit: unpaidLimit, key: address }];
  const { waitSeconds, ids } = await transaction(pool, (db) => takeUses(db, uses, clock()));
  if (waitSeconds > 0) throw tooMany(waitSeconds);
  return place().catch(async (error: unknown) => {
    await returnUses(pool, ids); // no order was placed
    throw error;
  });
}
