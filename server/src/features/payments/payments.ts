import type { Language } from '@recline/contract/languages';
import { atMost } from '../../platform/at-most.ts';
import { batch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Pool } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { every } from '../../platform/schedule.ts';
import * as sql from './attempts.sql.ts';
import { type NewAttempt, openFirstAttempts, type Payer, type Purchase, payOf, prepareAttempt } from './attempts.ts';
import type { PaymentHooks, SettlementDeps } from './hooks.ts';
import {
  countFromZero,
  forgetForgedNotices,
  judgeUnjudged,
  makeForgedLimits,
  type NoticeTiming,
  takeNotice,
} from './notices.ts';
import { type Occasion, offered } from './offer.rules.ts';
import type { PaymentProvider, PaymentState, RawNotice } from './port.ts';
import { type ReceivedPayment, receivePayments } from './received-payments.ts';
import { type ReconcileDeps, reconcile, reconcileDue } from './reconcile.ts';
import { queryRefundSoon, type RefundTiming, refundReported, sendRefunds } from './refund-worker.ts';
import { makeReturnKeys } from './return-key.ts';
import { eachProvider, oneAtATime } from './rounds.ts';
import { queryAttempts, settle } from './settlement.ts';

export interface PaymentTiming extends RefundTiming, NoticeTiming {
  /** The provider is queried if no notice has arrived after this. */
  queryAfterMs: number;
  /** How often open attempts and due refunds are looked at. */
  everyMs: number;
  /** How often it is looked whether a bill is there. */
  billsEveryMs: number;
}

interface PaymentDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  providers: readonly PaymentProvider[];
  timing: PaymentTiming;
  /** Where a provider sends its notices. */
  noticeUrl(provider: string): string;
  /** Whoever shows the order is told that its refund moved on; in the same transaction. */
  refundMoved(db: Db, orderId: number): Promise<void>;
}

/** Enough for a batch of payments to fill. The others wait, so that notices are stored and chairs are heard meanwhile. */
const judgedAtOnce = 50;

/** What orders need of payments. */
export function makePayments(deps: PaymentDeps) {
  const { pool, clock, log, providers } = deps;
  let stopTimer = async () => {};
  const refunds = eachProvider(
    providers,
    (whose) => sendRefunds(deps, whose),
    (error) => log.error({ err: error }, 'refunds could not be sent'),
  );
  const returnKeys = makeReturnKeys(pool);

  return {
    /** The ways to pay online there, with their labels. */
    offered: (occasion: Occasion, language: Language) =>
      offered(providers, occasion).map(({ name, label }) => ({ value: name, label: label[language] })),
    isProvider: (name: string) => providers.some((each) => each.name === name),
    isOffered: (name: string, occasion: Occasion) => offered(providers, occasion).some((each) => each.name === name),
    openFirstAttempts: (db: Db, asked: readonly NewAttempt[], now: Date) => openFirstAttempts(db, deps, asked, now),
    prepareAttempt: (db: Db, asked: NewAttempt, payer: Payer, now: Date) => prepareAttempt(db, deps, asked, payer, now),
    payOf: (purchase: Purchase, payer: Payer) => payOf(deps, purchase, payer),
    returnKeyOf: returnKeys.keyOf,
    isReturnKeyOf: returnKeys.isKeyOf,
    /** The payer came back from the provider: it is asked in the next round, unless it has said already. */
    async payerReturned(orderId: number): Promise<boolean> {
      return (await sql.markReturned(pool, orderId, clock())).length > 0;
    },
    /** Sends what is due now. */
    refundSoon: refunds.soon,
    start(): void {
      stopTimer = every(deps.timing.everyMs, async () => refunds.soon(), log);
    },
    async stop(): Promise<void> {
      await stopTimer();
      await refunds.idle();
    },
  };
}

export type Payments = ReturnType<typeof makePayments>;

/** Handles what providers report, by notice or query; orders are informed through `hooks`. */
export function makeSettlement(deps: PaymentDeps & { hooks: PaymentHooks; refundSoon(): void }) {
  const { log, timing } = deps;
  countFromZero(deps);
  let stopTimer = async () => {};
  const inTurn = atMost(judgedAtOnce);
  const onFallback = (name: string) => deps.metrics.batchFallbacks.inc({ batch: name });
  const receive = batch<ReceivedPayment, string | undefined>({ name: 'payments', log, onFallback }, (received) =>
    receivePayments(deps, received),
  );
  const judging = new Set<Promise<unknown>>();
  const noticeDeps = {
    ...deps,
    forgedLimits: makeForgedLimits(deps.clock),
    /** The request may be answered before the work is done. */
    async inTurn<T>(work: () => Promise<T>): Promise<T> {
      const result = inTurn(work);
      const ended = result.catch((error) => log.error({ err: error }, 'a payment notice was left to be judged again'));
      judging.add(ended);
      void ended.then(() => judging.delete(ended));
      return result;
    },
    settle: (provider: string, state: PaymentState) =>
      state.status === 'paid' ? receive({ provider, state }) : settle(deps, provider, state),
    refundReported: (...report: [provider: string, state: Parameters<typeof refundReported>[2]]) =>
      refundReported(deps, ...report),
  };
  const queries = eachProvider(
    deps.providers,
    (whose) => queryAttempts(deps, timing, whose),
    (error) => log.error({ err: error }, 'payments could not be queried'),
  );
  const replays = oneAtATime(
    () => judgeUnjudged(noticeDeps),
    (error) => log.error({ err: error }, 'notices could not be judged again'),
  );
  return {
    takeNotice: (provider: string, raw: Pick<RawNotice, 'headers' | 'body'>) => takeNotice(noticeDeps, provider, raw),
    /** Asks the providers about what is due now. */
    querySoon: queries.soon,
    forgetForgedNotices: () => forgetForgedNotices(deps),
    start(): void {
      stopTimer = every(
        timing.everyMs,
        async () => {
          queries.soon();
          replays.soon();
        },
        log,
      );
    },
    async stop(): Promise<void> {
      await stopTimer();
      await Promise.all([queries.idle(), replays.idle(), ...judging]);
    },
  };
}

export type Settlement = ReturnType<typeof makeSettlement>;

/** Compares the providers' bills with our books, every day. */
export function makeReconciliation(
  deps: SettlementDeps & {
    timing: Pick<PaymentTiming, 'billsEveryMs'>;
    directory: string;
    onProgress?(rows: number): void;
  },
) {
  let stopTimer = async () => {};
  const reconcileDeps: ReconcileDeps = {
    ...deps,
    settle: (provider, state) => settle(deps, provider, state),
    queryRefundSoon: (provider, refundId) => queryRefundSoon(deps, provider, refundId),
  };
  return {
    /** One bill, now, even if it was done before. */
    reconcile: (provider: PaymentProvider, day: string) => reconcile(reconcileDeps, provider, day, { again: true }),
    start(): void {
      stopTimer = every(deps.timing.billsEveryMs, () => reconcileDue(reconcileDeps, deps.providers), deps.log);
    },
    stop: () => stopTimer(),
  };
}
