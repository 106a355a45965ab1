import { join } from 'node:path';
import { paymentHooks, withoutServer } from '../features/orders/index.ts';
import { installationOf, makeProviders, makeReconciliation, type PaymentProvider } from '../features/payments/index.ts';
import { makeLog } from '../platform/log.ts';
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

/** Reconciliation in this process. The servers send the refunds and commands that result. */
export function reconciliationOf({ env, pool, clock, io }: Context, providers: readonly PaymentProvider[]) {
  let reported = 0;
  return makeReconciliation({
    pool,
    clock,
    log,
    providers,
    timing: { billsEveryMs: 0 },
    refundSoon: () => {},
    hooks: paymentHooks(withoutServer({ pool, clock })),
    installation: () => installationOf(pool),
    directory: join(env.DATA_DIR, 'bills'),
    onProgress(rows) {
      if (rows - reported < progressRows) return;
      reported = rows;
      io.stderr.write(`${rows} rows\n`);
    },
  });
}
