import type { Equivalent } from './report.ts';

/** Survivors that no test can tell from the original, each with the reason. At most a tenth of a feature's. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/src/features/payments/refunds/worker.service.ts',
    before: 'await sql.postpone(pool, refund.id, state, new Date(clock().getTime() + waitMs), error, ref ?? null);',
    after: 'await sql.postpone(pool, refund.id, state, new Date(clock().getTime() + waitMs), error, ref);',
    because: 'the driver sends undefined as NULL, too',
  },
  {
    file: 'server/src/features/payments/refunds/worker.service.ts',
    before: 'if (!(await sql.finish.maybe(db, refund.id, at, state.ref ?? null))) return;',
    after: 'if (!(await sql.finish.maybe(db, refund.id, at, state.ref))) return;',
    because: 'the driver sends undefined as NULL, too',
  },
  {
    file: 'server/src/features/payments/refunds/requests.sql.ts',
    before: "WHERE order_id = ANY($1::bigint[]) AND kind = 'paid'",
    after: "WHERE (TRUE OR order_id = ANY($1::bigint[])) AND kind = 'paid'",
    because: 'the caller picks the payment of each order out of the rows by the order; those of others are only read',
  },
  {
    file: 'server/src/features/sms/sender.ts',
    before: 'const admitToLog = makeLogLimit(clock, { perKey: 10, inAll: 30 });',
    after: 'const admitToLog = makeLogLimit(clock, { perKey: 10 });',
    because: 'there are three providers: ten lines each are thirty in all',
  },
  {
    file: 'server/src/features/prices/price-plans.sql.ts',
    before: '`WITH due AS (SELECT id FROM price_plans WHERE starts_at <= $1 FOR UPDATE SKIP LOCKED),',
    after: '`WITH due AS (SELECT id FROM price_plans WHERE starts_at <= $1 ),',
    because: 'the DELETE then waits for the other server and finds the row gone: still one server applies the plan',
  },
];
