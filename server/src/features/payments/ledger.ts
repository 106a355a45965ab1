import type { PayType } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { type Db, statement } from '../../platform/db.ts';

/**
 * The book of all money: a row a movement, never changed, only followed by another. The key of a row is
 * made from its order, so that the same movement written twice is one row.
 */
export interface Movement {
  orderId: number;
  provider: PayType;
  amount: number;
  currency: Currency;
  at: Date;
}

const insert = statement<
  { id: number },
  [number, string, PayType, number, Currency, string, string | null, string | null, Date]
>(
  'ledger.insert',
  `INSERT INTO payments (order_id, kind, provider, amount, currency, key, provider_ref, pay_url, at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING id`,
);

export const paymentKey = (orderId: number): string => `order-${orderId}`;
export const refundKey = (orderId: number): string => `refund-${orderId}`;

const insertPrepared = statement<{ id: number }, [number, string, string, Date]>(
  'ledger.prepared',
  `INSERT INTO payments (order_id, kind, provider, amount, currency, key, pay_url, at)
   SELECT id, 'prepared', pay_type, amount, currency, $2, $3, $4 FROM orders
   WHERE id = $1 AND status = 'pending' FOR NO KEY UPDATE ON CONFLICT DO NOTHING RETURNING id`,
);

/** A payment was asked for; `payUrl` is where the payer goes. False: it was before, or the order awaits none any more. */
export async function prepared(db: Db, orderId: number, payUrl: string, at: Date): Promise<boolean> {
  return (await insertPrepared(db, orderId, paymentKey(orderId), payUrl, at)).length > 0;
}

/** Money came in. False: this payment was written down before. */
export async function paid(db: Db, movement: Movement, providerRef: string | null): Promise<boolean> {
  const { orderId, provider, amount, currency, at } = movement;
  const key = `paid-${orderId}`;
  const rows = await insert(db, orderId, 'paid', provider, amount, currency, key, providerRef, null, at);
  return rows.length > 0;
}

export const payUrlOf = statement<{ pay_url: string }, [number]>(
  'ledger.payUrlOf',
  `SELECT pay_url FROM payments WHERE order_id = $1 AND kind = 'prepared'`,
);

/** Whatever was paid for an order is to go back, once. */
const owePaid = statement<{ id: number }, [number, string, string, Date]>(
  'ledger.owePaid',
  `INSERT INTO payments (order_id, kind, provider, amount, currency, key, reason, at)
   SELECT order_id, 'refund_due', provider, amount, currency, $2, $3, $4 FROM payments
   WHERE order_id = $1 AND kind = 'paid' ON CONFLICT DO NOTHING RETURNING id`,
);

export const owe = (db: Db, orderId: number, reason: string, at: Date) =>
  owePaid(db, orderId, refundKey(orderId), reason, at);

/** Cash that came in as a coupon sold at the counter: no payment of ours stands before it. */
const oweMovement = statement<{ id: number }, [number, PayType, number, Currency, string, string, Date]>(
  'ledger.oweMovement',
  `INSERT INTO payments (order_id, kind, provider, amount, currency, key, reason, at)
   VALUES ($1, 'refund_due', $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
);

export const oweCash = (db: Db, { orderId, provider, amount, currency, at }: Movement, reason: string) =>
  oweMovement(db, orderId, provider, amount, currency, refundKey(orderId), reason, at);

export interface DueRow {
  order_id: number;
  provider: PayType;
  amount: number;
  currency: Currency;
  key: string;
  provider_ref: string | null;
}

/** The next refund that nobody else is busy with; `after` skips those tried in this round. */
export const nextDue = statement<DueRow, [number]>(
  'ledger.nextDue',
  `SELECT due.order_id, due.provider, due.amount, due.currency, due.key, paid.provider_ref
   FROM payments due LEFT JOIN payments paid ON paid.order_id = due.order_id AND paid.kind = 'paid'
   WHERE due.kind = 'refund_due' AND due.order_id > $1
     AND NOT EXISTS (SELECT FROM payments done WHERE done.order_id = due.order_id AND done.kind = 'refunded')
   ORDER BY due.order_id LIMIT 1 FOR UPDATE OF due SKIP LOCKED`,
);

export async function refunded(db: Db, due: DueRow, at: Date): Promise<void> {
  const key = `refunded-${due.order_id}`;
  await insert(db, due.order_id, 'refunded', due.provider, due.amount, due.currency, key, null, null, at);
}
