import type { CouponProperty, Gear, OrderStatus, OrderType } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import type { StopState } from '@recline/contract/values';
import { type Db, statement } from '../../../platform/db.ts';
import { insertRows } from '../../../platform/rows.ts';
import { publishingOrder } from '../channels.ts';
import type { OrderState } from './lifecycle.rules.ts';

export const stateColumns = `id, type, status, device_id, outlet_id, placed_by, pay_type, gear, minutes, amount,
  refunded_amount, currency, cash_coupon_no, created_at, started_at, ends_at, ended_at, end_reason,
  stop, owed_amount`;

/** Locks and reads an order. Several are locked in the order of their ids, so that writers do not deadlock. */
const lockOne = statement<OrderState, [number]>(
  'lifecycle.lock',
  `SELECT ${stateColumns} FROM orders WHERE id = $1 FOR NO KEY UPDATE`,
);
export const lockOrder = (db: Db, id: number): Promise<OrderState | undefined> => lockOne.maybe(db, id);

/** Locks the orders of a group before any of them is changed. */
export const lockOrders = statement<{ id: number }, [number[]]>(
  'lifecycle.lockGroup',
  'SELECT id FROM orders WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
);

/** An outlet's orders that await their payment, locked. */
export const lockUnpaidOf = statement<OrderState, [number]>(
  'lifecycle.lockUnpaidOf',
  `SELECT ${stateColumns} FROM orders WHERE outlet_id = $1 AND status = 'pending' ORDER BY id FOR NO KEY UPDATE`,
);

const save = statement<
  never,
  [number, OrderStatus, string, number, Date | null, Date | null, Date | null, string | null, StopState | null, number]
>(
  'lifecycle.save',
  `UPDATE orders o SET status = $2, pay_type = $3, refunded_amount = $4, started_at = $5, ends_at = $6, ended_at = $7,
     end_reason = $8, stop = $9, owed_amount = $10 WHERE id = $1 RETURNING ${publishingOrder('o')}`,
);

/** Saves the columns that a transition may change, and publishes it. */
export const saveOrder = (db: Db, order: OrderState): Promise<unknown> =>
  save(
    db,
    order.id,
    order.status,
    order.pay_type,
    order.refunded_amount,
    order.started_at,
    order.ends_at,
    order.ended_at,
    order.end_reason,
    order.stop,
    order.owed_amount,
  );

export interface NewOrder {
  type: OrderType;
  status: OrderStatus;
  pay_type: string;
  device_id: string;
  outlet_id: number;
  placed_by: number | null;
  request_id: string | null;
  gear: Gear;
  minutes: number;
  list_amount: number;
  amount: number;
  currency: Currency;
  coupon_no: string | null;
  coupon_property: CouponProperty | null;
  cash_coupon_no: string | null;
  created_at: Date;
  started_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  overlapping: boolean;
}

const newColumns = {
  type: true,
  status: true,
  pay_type: true,
  device_id: true,
  outlet_id: true,
  placed_by: true,
  request_id: true,
  gear: true,
  minutes: true,
  list_amount: true,
  amount: true,
  currency: true,
  coupon_no: true,
  coupon_property: true,
  cash_coupon_no: true,
  created_at: true,
  started_at: true,
  ends_at: true,
  ended_at: true,
  overlapping: true,
} as const;

/** Inserts and publishes. Undefined: a constraint favoured another order of this chair, coupon, request or account. */
const insert = insertRows<NewOrder, OrderState>('lifecycle.insert', 'orders', newColumns, {
  returning: `${stateColumns}, ${publishingOrder('orders')}`,
  onConflict: 'ON CONFLICT DO NOTHING',
});

export async function insertOrder(db: Db, order: NewOrder): Promise<OrderState | undefined> {
  const [placed] = await insert(db, [order]);
  return placed;
}

export const statusOf = statement<{ status: OrderStatus }, [number]>(
  'lifecycle.status',
  'SELECT status FROM orders WHERE id = $1',
);

/** The unpaid orders of some accounts, newest first. */
export const unpaidOf = statement<{ id: number }, [number[]]>(
  'orders.unpaidOfAccounts',
  `SELECT id FROM orders WHERE placed_by = ANY($1::bigint[]) AND status = 'pending' ORDER BY id DESC`,
);

/** Moves orders to another account, except those whose request the other account made as well. */
export const moveToAccount = statement<never, [number, number]>(
  'orders.move',
  `UPDATE orders o SET placed_by = $2 WHERE placed_by = $1
     AND NOT EXISTS (SELECT FROM orders p WHERE p.placed_by = $2 AND p.request_id = o.request_id)`,
);

const republish = statement<never, [number]>(
  'orders.republish',
  `SELECT ${publishingOrder('o')} FROM orders o WHERE o.id = $1`,
);

/** Notifies viewers of an order about a change outside its row. */
export const republishOrder = async (db: Db, orderId: number): Promise<void> => void (await republish(db, orderId));
