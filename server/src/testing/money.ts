import { type Pool, statement } from '../platform/db.ts';

interface MoneyRow {
  kind: string;
  provider: string;
  amount: number;
  key: string;
}

const movements = statement<MoneyRow, [number]>(
  'world.money',
  'SELECT kind, provider, amount, key FROM payments WHERE order_id = $1 ORDER BY id',
);

/** All movements of money of an order, in the order in which they were written. */
export const moneyOf = (pool: Pool, orderId: string): Promise<MoneyRow[]> => movements(pool, Number(orderId));
