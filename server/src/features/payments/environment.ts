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
  /** How often open attempts and due refunds are looked at. */
  everyMs: number;
  /** How often it is looked whether a bill is there. */
  billsEveryMs: number;
}

/** What a server gives its payments. */
export interface PaymentSurroundings {
  pool: Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  providers: readonly PaymentProvider[];
  timing: PaymentTiming;
  /** Where a provider sends its notices. */
  noticeUrl(provider: string): string;
  /** Notifies viewers of the order that its refund progressed, in the same transaction. */
  refundMoved(db: Db, orderId: number): Promise<void>;
}

/** What everything in this feature works with. */
export interface Payments extends PaymentSurroundings {
  /** The installation's part of numbers at providers. Read when the server starts. */
  installation(): Promise<string>;
  /** From which the keys in the addresses of payers who come back are derived. */
  returnSecret(): Promise<string>;
  /** Asks a provider how an attempt can be paid. */
  prepaying: JoinedCalls;
  /** Sends the refunds that are due. */
  refundSoon(): void;
}
