import type { Currency } from '@recline/contract/money';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Pool } from '../../../platform/db.ts';
import type { Log } from '../../../platform/log.ts';
import type { PaymentProvider } from '../providers/provider.ts';

/** A paid attempt, as passed to its order. */
export interface SettledAttempt {
  attemptId: number;
  orderId: number;
  provider: string;
  amount: number;
  currency: Currency;
}

/** The only interface through which payments use orders. */
export interface PaymentHooks {
  /** Runs `work` in a transaction of orders, whose actions follow after its commit. */
  transaction<T>(work: (tx: PaymentTx) => Promise<T>): Promise<T>;
}

export interface PaymentTx {
  db: Db;
  now: Date;
  /** Locks orders; they are locked before their attempts everywhere. */
  lock(orderIds: readonly number[]): Promise<void>;
  /** A payment for an order was recorded: the order starts its chair, or the money is refunded. */
  received(attempt: SettledAttempt): Promise<void>;
  /** No attempt of the order can be paid any more. */
  cancel(orderId: number, reason: string): Promise<void>;
  /** Notifies open pages of the order that something about its payment changed. */
  moved(orderId: number): Promise<void>;
  /** A refund was requested: it is sent after the commit. */
  refundDue(): void;
}

export interface SettlementDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  providers: readonly PaymentProvider[];
  hooks: PaymentHooks;
  /** The installation's part of numbers at providers. */
  installation(): Promise<string>;
  /** Sends refunds that became due. */
  refundSoon(): void;
}
