import type { Clock } from '../../platform/clock.ts';
import type { Db, Pool } from '../../platform/db.ts';
import type { JoinedCalls } from '../../platform/joined-calls.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { PaymentProvider } from './providers/provider.ts';

export interface NoticeTiming {
  /** The latest time to answer a genuine notice, which is stored by then. */
  answerNoticeMs: number;
  /** After this time a stored notice without an outcome is judged again, unless its provider resends it earlier. */
  retryNoticeMs: number;
}

export interface RefundTiming {
  /** A refund without an outcome is retried after this time, perhaps by another server. */
  leaseMs: number;
  /** Wait before the second try; it doubles with every further one. */
  backoffMs: number;
}

export interface PaymentTiming extends RefundTiming, NoticeTiming {
  /** The provider is queried if no notice has arrived after this. */
  queryAfterMs: number;
  /** How often open attempts and due refunds are polled. */
  everyMs: number;
  /** How often missing bills are polled. */
  billsEveryMs: number;
}

/** The settings and services that a server passes to payments. */
export interface PaymentSurroundings {
  pool: Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  providers: readonly PaymentProvider[];
  timing: PaymentTiming;
  /** The address to which providers send notices. */
  noticeUrl(provider: string): string;
  /** Notifies viewers of the order about progress of its refund, in the same transaction. */
  refundMoved(db: Db, orderId: number): Promise<void>;
}

/** Shared by everything in this feature. */
export interface Payments extends PaymentSurroundings {
  /** The installation's part of numbers at providers. Read when the server starts. */
  installation(): Promise<string>;
  /** The secret from which keys in return addresses are derived. */
  returnSecret(): Promise<string>;
  /** Requests a way to pay an attempt from a provider. */
  prepaying: JoinedCalls;
  /** Sends the refunds that are due. */
  refundSoon(): void;
}
