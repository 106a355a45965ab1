import { join } from 'node:path';
import { makePaymentHooks, republishOrder } from '../features/orders/index.ts';
import { makeProviders, makeReconciliation, type PaymentProvider } from '../features/payments/index.ts';
import { makeLog } from '../platform/log.ts';
import { makeMetrics } from '../platform/metrics.ts';
import type { Context } from './context.ts';

const log = makeLog('silent');

/** The providers that are set up, made from the same settings as in the server. */
export const providersOf = ({ env, pool, clock }: Context): PaymentProvider[] =>
  makeProviders(env.PAYMENT_PROVIDERS, {
    settings: env.given,
    fetch,
    clock,
    log,
    pool,
    timing: { lateNoticeMs: 0, secondNoticeMs: 0, noticeRetriesMs: [] },
    ownUrl: () => env.PUBLIC_URL ?? '',
  }).map(({ provider }) => provider);

const progressRows = 100_000;

/** Reconciliation in this process. The servers send what becomes due, and tell the chairs. */
export function reconciliationOf({ env, pool, clock, io }: Context, providers: readonly PaymentProvider[]) {
  let reported = 0;
  return makeReconciliation({
    pool,
    clock,
    log,
    metrics: makeMetrics(),
    providers,
    timing: { queryAfterMs: 0, everyMs: 0, answerNoticeMs: 0, billsEveryMs: 0, leaseMs: 0, backoffMs: 0 },
    noticeUrl: () => '',
    refundMoved: republishOrder,
    refundSoon: () => {},
    hooks: makePaymentHooks({ clock, timing: { startWaitMs: 10_000 }, followUp: () => {} }),
    directory: join(env.DATA_DIR, 'bills'),
    onProgress(rows) {
      if (rows - reported < progressRows) return;
      reported = rows;
      io.stderr.write(`${rows} rows\n`);
    },
  });
}
