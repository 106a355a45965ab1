import { createHash } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../../platform/db.ts';
import { countUses, type RateLimit, requireWithin, waitForUses } from '../../../platform/rate-limit.ts';
import type { Keyword } from './order-search.rules.ts';
import * as sql from './order-search.sql.ts';
import type { OrderViewer } from './visibility.ts';

const hourMs = 3600_000;
/** Limits a manager's searches for whole mobile numbers that find nobody. */
export const misses: RateLimit = { scope: 'searches: numbers not found', max: 20, windowMs: hourMs };
/** A number that was not found counts once: the list and its total both search for it, and people repeat searches. */
const sameNumber: RateLimit = { scope: 'searches: same number', max: 1, windowMs: hourMs };

/** Finds an order by the number that guests and managers see. */
export const orderIdByNo = async (db: Db, number: string): Promise<number | undefined> =>
  (await sql.orderByNo.maybe(db, number))?.id;

/**
 * Refuses a search by a whole mobile number once the manager has searched for too many that belong to no guest of the
 * manager's outlets. At the limit a known number is refused too, because an answer would reveal it.
 */
export function limitMobileSearches(
  { pool, clock }: { pool: Pool; clock: Clock },
  { accountId, outletIds }: OrderViewer,
  keyword: Keyword,
): Promise<void> {
  return transaction(pool, async (db) => {
    const number = createHash('sha256').update(`${accountId} ${keyword.mobile}`).digest('hex');
    const again = { limit: sameNumber, key: number };
    if ((await waitForUses(db, [again], clock())) > 0) return;
    const miss = { limit: misses, key: String(accountId) };
    await requireWithin(db, [miss], clock());
    const { found } = await sql.isAnyFound(db, [...outletIds], keyword);
    if (!found) await countUses(db, [again, miss], clock());
  });
}
