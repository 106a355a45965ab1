import type { Currency } from '@recline/contract/money';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { openAttemptOf } from './attempts.sql.ts';
import type { PaymentProvider } from './port.ts';

/** An attempt that was settled, as the order hears of it. */
export interface SettledAttempt {
  attemptId: number;
  orderId: number;
  provider: string;
  amount: number;
  currency: Currency;
}

/** Payments know orders only through this. */
export interface PaymentHooks {
  /** Locks orders, in the transaction that records their payments; orders are locked before their attempts everywhere. */
  lock(db: Db, orderIds: readonly number[]): Promise<LockedOrders>;
}

/** What orders do when their payments are decided. Each function returns what is left to do after the commit. */
export interface LockedOrders {
  paid(attempts: readonly SettledAttempt[]): Promise<() => void>;
  /** No attempt of the order can be paid any more. */
  dead(orderId: number, reason: string): Promise<() => void>;
}

export interface SettlementDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  providers: readonly PaymentProvider[];
  hooks: PaymentHooks;
  /** Sends refunds that became due. */
  refundSoon(): void;
}

/** The order is given up unless another attempt of it can still be paid. */
export async function giveUpIfLast(db: Db, orders: LockedOrders, orderId: number, reason: string) {
  return (await openAttemptOf.maybe(db, orderId)) ? undefined : orders.dead(orderId, reason);
}
