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
