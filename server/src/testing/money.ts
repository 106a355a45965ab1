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

/** A past order that was refunded. */
export const refundAll = (pool: Pool, orderId: number): Promise<unknown> =>
  pool.query(
    `WITH o AS (UPDATE orders SET refunded_amount = amount WHERE id = $1 RETURNING id, amount, currency)
     INSERT INTO refunds (order_id, provider, amount, currency, reason, requested_by, state, try_at, created_at, done_at)
     SELECT id, 'sandbox', amount, currency, '', 'system', 'done', now(), now(), now() FROM o`,
    [orderId],
  );
