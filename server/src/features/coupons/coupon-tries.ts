import type { Clock } from '../../platform/clock.ts';
import { type Pool, transaction } from '../../platform/db.ts';
import { AppError } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log.ts';
import { type RateLimit, returnUses, takeUses } from '../../platform/rate-limit.ts';

const hourMs = 3600_000;
/** A number has 14 digits: so many tries find none. The guests of a mall share one address. */
const wrongOfAccount: RateLimit = { scope: 'wrong coupons: account', max: 10, windowMs: hourMs };
const wrongOfAddress: RateLimit = { scope: 'wrong coupons: address', max: 300, windowMs: hourMs };

export interface CouponNumbers {
  couponNo?: string | undefined;
  cashCouponNo?: string | undefined;
}

/** Who tries a number. */
export interface Trier {
  caller: Pick<Caller, 'accountId' | 'role'>;
  address: string;
}

interface CouponTriesDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
}

/** Limits wrong coupon numbers. Every call that takes a number from an end user goes through `limited`. */
export function makeCouponTries({ pool, clock, log }: CouponTriesDeps) {
  /**
   * Runs a check of the numbers. A try is counted before the check, so that parallel ones cannot exceed the limit, and
   * taken back unless the number was wrong. At the limit the check gets the seconds to wait and must look at no number.
   */
  async function limited<T>(
    { caller, address }: Trier,
    numbers: CouponNumbers,
    check: (waitSeconds: number) => Promise<T>,
  ): Promise<T> {
    const isTry = numbers.couponNo !== undefined || numbers.cashCouponNo !== undefined;
    if (!isTry || caller.role !== 'consumer') return check(0);
    const uses = [
      { limit: wrongOfAccount, key: String(caller.accountId) },
      { limit: wrongOfAddress, key: address },
    ];
    const { waitSeconds, ids } = await transaction(pool, (db) => takeUses(db, uses, clock()));
    let wrong = false;
    try {
      return await check(waitSeconds);
    } catch (error) {
      wrong = error instanceof AppError && (error.problem === 'badCoupon' || error.problem === 'badCashCoupon');
      throw error;
    } finally {
      if (!wrong && ids.length > 0) await forget(ids);
    }
  }

  /** If it fails, a right number counts as a wrong one for an hour; the order stands. */
  const forget = (ids: number[]) =>
    returnUses(pool, ids).catch((error: unknown) => log.error({ err: error }, 'a coupon try was not taken back'));

  return { limited };
}

export type CouponTries = ReturnType<typeof makeCouponTries>;
