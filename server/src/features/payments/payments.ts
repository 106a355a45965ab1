import { atMost } from '../../platform/at-most.ts';
import { batch } from '../../platform/batch.ts';
import { makeJoinedCalls } from '../../platform/joined-calls.ts';
import { every } from '../../platform/schedule.ts';
import { rememberedSecret } from '../../platform/secrets.ts';
import type { PaymentHooks, SettlementDeps } from './attempts/hooks.ts';
import { installationFrom } from './attempts/numbers.ts';
import { type ReceivedPayment, receivePayments } from './attempts/record-payment.ts';
import { queryAttempts, settle } from './attempts/settlement.ts';
import type { ReconcileDeps } from './bills/compare.service.ts';
import { reconcile } from './bills/reconcile.service.ts';
import { reconcileDue } from './bills/reconcile-due.service.ts';
import type { PaymentSurroundings, Payments, PaymentTiming } from './environment.ts';
import { makeForgedLimits } from './notices/forged-limits.ts';
import { countFromZero, forgetForgedNotices, judgeUnjudged, takeNotice } from './notices/notices.service.ts';
import type { PaymentProvider, PaymentState, RawNotice } from './providers/provider.ts';
import { queryRefundSoon, refundReported, sendRefunds } from './refunds/worker.service.ts';
import { eachProvider, oneAtATime } from './rounds.ts';

/** Enough to fill a batch of payments. Others wait, so that notices can be stored and chairs served meanwhile. */
const judgedAtOnce = 50;

/** The environment of the payments, and the sending of refunds. */
export function makePayments(given: PaymentSurroundings) {
  const { pool, log, providers, timing } = given;
  const refunds = eachProvider(
    providers,
    (whose) => sendRefunds(payments, whose),
    (error) => log.error({ err: error }, 'refunds could not be sent'),
  );
  const seed = rememberedSecret(pool, 'installation');
  const payments: Payments = {
    ...given,
    installation: async () => installationFrom(await seed()),
    returnSecret: rememberedSecret(pool, 'return key'),
    prepaying: makeJoinedCalls(),
    refundSoon: refunds.soon,
  };
  let stopTimer = async () => {};
  return {
    payments,
    async start(): Promise<void> {
      await Promise.all([payments.installation(), payments.returnSecret()]); // read once, here
      stopTimer = every(timing.everyMs, async () => refunds.soon(), log);
    },
    async stop(): Promise<void> {
      await stopTimer();
      await refunds.idle();
    },
  };
}

/** Handles what providers report, by notice or query; orders are notified through `hooks`. */
export function makeSettlement(deps: Payments & { hooks: PaymentHooks }) {
  const { log, timing } = deps;
  countFromZero(deps);
  let stopTimer = async () => {};
  const inTurn = atMost(judgedAtOnce);
  const receive = batch<ReceivedPayment, string | undefined>(
    { name: 'payments', log, metrics: deps.metrics },
    (received) => receivePayments(deps, received),
  );
  const judging = new Set<Promise<unknown>>();
  const noticeDeps = {
    ...deps,
    forgedLimits: makeForgedLimits(deps.clock),
    /** The request may be answered before the work is done. */
    async inTurn<T>(work: () => Promise<T>): Promise<T> {
      const result = inTurn(work);
      const ended = result.catch((error) => log.error({ err: error }, 'a payment notice will be judged again later'));
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
    /** Queries the providers about everything that is due. */
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
    /** Reconciles one bill now, even if it was done before. */
    reconcile: (provider: PaymentProvider, day: string) => reconcile(reconcileDeps, provider, day, { again: true }),
    start(): void {
      stopTimer = every(deps.timing.billsEveryMs, () => reconcileDue(reconcileDeps, deps.providers), deps.log);
    },
    stop: () => stopTimer(),
  };
}
