import type { StopRefund } from '@recline/contract/stop-refund';
import type { Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Listener } from '../../platform/notify.ts';
import type { Pace, TakeTurn } from '../../platform/turns.ts';
import type { Payments } from '../payments/index.ts';
import type { SendCommand } from './chair/commands.ts';
import type { PendingStarts } from './chair/pending-starts.ts';
import type { OrderStore } from './lifecycle/lifecycle.service.ts';

export interface OrderTiming {
  /** How long a chair has to report its start. */
  startWaitMs: number;
  /** When a start command is resent before the deadline. */
  resendAfterMs: readonly number[];
  /** The rate of calls to payment providers for accounts at one address that never paid. */
  payingPace: Pace;
  /** How often overdue orders are looked for, and acknowledgements written. */
  sweepEveryMs: number;
  flushEveryMs: number;
}

/** The settings and services that a server passes to orders. */
export interface OrderSurroundings {
  /** The pool for changes of orders, which never waits for people's queries. */
  pool: OrderStore['pool'];
  /** The pool for people's queries. */
  requestPool: Pool;
  clock: OrderStore['clock'];
  log: Log;
  metrics: Metrics;
  listener: Listener;
  timing: OrderTiming;
  /** How long an order waits for its payment. */
  payMinutes: number;
  /** The refund rule for a guest who stops early. */
  stopRefund: StopRefund;
  /** The installation's service phone, for outlets without their own. */
  servicePhone: string;
  faultRefund: OrderStore['faultRefund'];
  payments: Payments;
  send: SendCommand;
  /** Whether the broker is connected, so that chairs can be reached. */
  connected(): boolean;
  /** Every server has handled all messages that it received before this instant. */
  readUntil(): Promise<Date>;
  /** How far the handling of chairs' messages lags behind. */
  lagMs(): number;
}

/** Shared by everything in this feature. */
export interface Orders extends OrderSurroundings, OrderStore {
  timing: OrderTiming;
  /** When this server started. */
  startedAt: Date;
  pendingStarts: PendingStarts;
  /** Refuses work while too much is waiting. */
  admit<T>(work: () => Promise<T>): Promise<T>;
  /** The turn of an end user at an address to place an order; the returned function ends it. */
  takePlacingTurn(address: string): Promise<() => void>;
  /** The turn of a payer whose provider is asked. */
  takeTurn: TakeTurn;
}
