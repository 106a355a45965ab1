import { installationOf } from '../features/payments/attempts/numbers.ts';
import type { PaymentProvider, RefundState } from '../features/payments/providers/provider.ts';
import { requestRefunds } from '../features/payments/refunds/requests.service.ts';
import { refundReported, sendRefunds } from '../features/payments/refunds/worker.service.ts';
import type { Whose } from '../features/payments/rounds.ts';
import { makeLog } from '../platform/log.ts';
import { makeMetrics } from '../platform/metrics.ts';
import type { TestServer } from './start.ts';

export const backoffMs = 1_000;
export const leaseMs = 60_000;

type Asked = Pick<PaymentProvider, 'refund'> & Partial<Pick<PaymentProvider, 'queryRefund'>>;

/** A fake provider with given answers; by default it knows no refund. */
const providerOf = (name: string, { refund, queryRefund }: Asked) =>
  ({
    name,
    refund,
    queryRefund: queryRefund ?? (async ({ key }) => ({ status: 'none', key })),
  }) as PaymentProvider;

interface RefundRow {
  id: number;
  state: string;
  tries: number;
  try_at: Date;
  last_error: string | null;
  provider_ref: string | null;
}

/** A paid order of 15.00 with a refund of 5.00 that is due at a provider of that name. */
export async function dueRefund({ pool, world }: TestServer, asked: Asked, name = 'slowpay') {
  const { deviceId } = await world.device(await world.outlet());
  const { id: orderId } = await world.order(deviceId, { amount: 1500 });
  const number = `test00_${orderId}_1`;
  await pool.query(
    `WITH attempt AS (
       INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, provider_ref,
         created_at, query_at, settled_at, until)
       VALUES ($1, 1, $2, $3, 1500, 'CNY', 'paid', 'ref of ' || $2, now(), now(), now(), now()) RETURNING id)
     INSERT INTO ledger (order_id, kind, attempt_id, provider, amount, currency, at)
     SELECT $1, 'paid', id, $3, 1500, 'CNY', now() FROM attempt`,
    [orderId, number, name],
  );
  const time = { now: new Date() };
  const logged: string[] = [];
  const movedOrders: number[] = [];
  const request = {
    orderId,
    amount: 500,
    currency: 'CNY',
    reason: 'sorry',
    requestedBy: 'test',
    requestId: null,
  } as const;
  await requestRefunds(pool, [request], time.now);
  const deps = {
    pool,
    clock: () => time.now,
    log: makeLog('info', { write: (line: string) => void logged.push(line) }),
    metrics: makeMetrics(),
    providers: [providerOf(name, asked)],
    refundMoved: async (_db: unknown, id: number) => void movedOrders.push(id),
    installation: () => installationOf(pool),
    noticeUrl: (of: string) => `https://recline.test/notice/${of}`,
    timing: { leaseMs, backoffMs },
  };
  const row = async () => (await pool.query<RefundRow>('SELECT * FROM refunds WHERE order_id = $1', [orderId])).rows[0];
  return {
    orderId,
    number,
    time,
    deps,
    logged,
    movedOrders,
    row,
    /** Sends the due refunds of this provider. */
    send: (whose: Whose = { names: [name], among: true }) => sendRefunds(deps, whose),
    report: (state: RefundState, from = name) => refundReported(deps, from, state),
    passTime: (milliseconds: number) => {
      time.now = new Date(time.now.getTime() + milliseconds);
    },
    /** The amount refunded of the order. */
    returned: async () =>
      (
        await pool.query<{ amount: number }>(
          `SELECT amount FROM ledger WHERE order_id = $1 AND kind = 'refunded' AND provider = $2`,
          [orderId, name],
        )
      ).rows.map(({ amount }) => amount),
  };
}
