import { type Pool, statement } from '../platform/db.ts';

interface MoneyRow {
  kind: 'paid' | 'refund' | 'refunded';
  provider: string;
  amount: number;
  state: string;
}

const movements = statement<MoneyRow, [number]>(
  'world.money',
  `SELECT kind, provider, amount, 'done' AS state, at, id FROM ledger WHERE order_id = $1
   UNION ALL SELECT 'refund', provider, amount, state, created_at, id FROM refunds WHERE order_id = $1
   ORDER BY at, kind, id`,
);

/** The movements of an order's money and the refunds that were requested, in the order in which they were written. */
export const moneyOf = async (pool: Pool, orderId: string): Promise<MoneyRow[]> =>
  (await movements(pool, Number(orderId))).map(({ kind, provider, amount, state }) => ({
    kind,
    provider,
    amount,
    state,
  }));

type PastRefund = { amount?: number; state?: 'pending' | 'done' | 'failed' };

/** A past order with a refund, of all its money unless an amount is given. Nothing works on the refund. */
export const refundBefore = (pool: Pool, orderId: number, { amount, state = 'done' }: PastRefund): Promise<unknown> =>
  pool.query(
    `WITH o AS (
       UPDATE orders SET refunded_amount = coalesce($2::bigint, amount) WHERE id = $1
       RETURNING id, refunded_amount, currency)
     INSERT INTO refunds (order_id, provider, amount, currency, reason, requested_by, state, try_at, created_at, done_at)
     SELECT id, 'sandbox', refunded_amount, currency, '', 'system', $3::text, 'infinity', now(),
       CASE WHEN $3 = 'done' THEN now() END FROM o`,
    [orderId, amount ?? null, state],
  );

/** A past order that was refunded. */
export const refundAll = (pool: Pool, orderId: number): Promise<unknown> => refundBefore(pool, orderId, {});
