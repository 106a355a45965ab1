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
  /** When a start command is sent again meanwhile. */
  resendAfterMs: readonly number[];
  /** Of calls to payment providers, for the accounts at an address that never paid. */
  payingPace: Pace;
  /** How often overdue orders are looked for, and acknowledgements written. */
  sweepEveryMs: number;
  flushEveryMs: number;
}

/** What a server gives its orders. */
export interface OrderSurroundings {
  /** For everything that changes orders: it never waits behind what people look at. */
  pool: OrderStore['pool'];
  /** For what people look at. */
  requestPool: Pool;
  clock: OrderStore['clock'];
  log: Log;
  metrics: Metrics;
  listener: Listener;
  timing: OrderTiming;
  /** How long an order waits for its payment. */
  payMinutes: number;
  /** What a guest who stops early gets back. */
  stopRefund: StopRefund;
  /** Of the installation, for outlets without one of their own. */
  servicePhone: string;
  faultRefund: OrderStore['faultRefund'];
  payments: Payments;
  send: SendCommand;
  /** Whether chairs can be reached at all. */
  connected(): boolean;
  /** Every server has handled what it received before this instant. */
  readUntil(): Promise<Date>;
  /** How far the handling of chairs' messages is behind. */
  lagMs(): number;
}

/** What everything in this feature works with. */
export interface Orders extends OrderSurroundings, OrderStore {
  timing: OrderTiming;
  /** When this server started. */
  startedAt: Date;
  pendingStarts: PendingStarts;
  /** Refuses work while too much of it waits. */
  admit<T>(work: () => Promise<T>): Promise<T>;
  /** The turn of an end user at an address to place an order; the function ends it. */
  takePlacingTurn(address: string): Promise<() => void>;
  /** The turn of a payer whose provider is asked. */
  takeTurn: TakeTurn;
}
