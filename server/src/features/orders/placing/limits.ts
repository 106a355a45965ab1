import type { Db } from '../../../platform/db.ts';
import { AppError } from '../../../platform/error.ts';
import { lineOf } from '../../../platform/http/address.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Aside } from '../../../platform/http/load-shedding.ts';
import { countUses, type LimitedUse, type RateLimit, usesFrom } from '../../../platform/rate-limit.ts';
import type { Payer } from '../../payments/index.ts';
import type { Orders } from '../environment.ts';
import type { CouponInput } from './start.rules.ts';
import { standing } from './start.sql.ts';

/**
 * Limits on starts. Each is checked under a lock that lasts until the commit, and a use is counted in the same
 * transaction once it is certain. A repeat, for example, uses up nothing.
 */

const hourMs = 3600_000;

/** How many orders end users behind one address may place at once. */
export const placing = { atOnce: Number.POSITIVE_INFINITY, perKey: 4, maxWaiting: 2_000 };

/** A payer, and how long this client waits for its turn. */
export interface WaitingPayer extends Payer {
  patienceMs: number;
  /** Whether a wallet identifies the account. */
  hasWallet(): Promise<boolean>;
  /** Waits outside the server's load limit. */
  aside: Aside;
}

/**
 * Seconds until a payer's provider may be called; 0 is now. Accounts are free, so those that never paid share the rate
 * of their network. Accounts that paid once, or come from a wallet, do not wait.
 */
export async function turnOf(
  { pool, takeTurn }: Pick<Orders, 'pool' | 'takeTurn'>,
  { accountId, role }: Pick<Caller, 'accountId' | 'role'>,
  orderId: number,
  payer: WaitingPayer,
): Promise<number> {
  const { has_paid: hasPaid, has_others: hasOthers } = await standing.one(pool, accountId, orderId);
  if (role !== 'consumer' || hasPaid || (await payer.hasWallet())) return 0;
  const turn = { address: lineOf(payer.ip), key: String(accountId), isFirst: !hasOthers };
  return payer.aside(() => takeTurn(turn, payer.patienceMs));
}

/** Limits repeated prepay requests: for another way to pay, after a failure, or once an answer has expired. */
const payingWindowMs = 10 * 60_000;
export const payingOfOrder: RateLimit = { scope: 'paying: order', max: 20, windowMs: payingWindowMs };
export const payingOfAccount: RateLimit = { scope: 'paying: account', max: 40, windowMs: payingWindowMs };

export const payingAgain = ({ accountId }: Pick<Caller, 'accountId'>, orderId: number): LimitedUse[] => [
  { limit: payingOfOrder, key: `order ${orderId}` },
  { limit: payingOfAccount, key: String(accountId) },
];

/** A number has 14 digits: this many tries will not hit one. The guests of a mall share one address. */
export const wrongOfAccount: RateLimit = { scope: 'wrong coupons: account', max: 10, windowMs: hourMs };
export const wrongOfAddress: RateLimit = { scope: 'wrong coupons: address', max: 300, windowMs: hourMs };

type Limited = Pick<Caller, 'accountId' | 'role'>;

/** Wrong coupon numbers of an end user. */
export function couponTries({ role, accountId }: Limited, input: CouponInput, address: string): LimitedUse[] {
  const isTry = input.couponNo !== undefined || input.cashCouponNo !== undefined;
  if (!isTry || role !== 'consumer') return [];
  return [{ limit: wrongOfAccount, key: String(accountId) }, ...usesFrom(wrongOfAddress, address)];
}

/** A number counts only if it was wrong. The refusal is returned, not thrown, for the count to be committed. */
export async function countIfWrong(db: Db, uses: readonly LimitedUse[], refusal: unknown, now: Date): Promise<void> {
  const isWrong = refusal instanceof AppError && ['badCoupon', 'badCashCoupon'].includes(refusal.problem);
  if (isWrong) await countUses(db, uses, now);
}
