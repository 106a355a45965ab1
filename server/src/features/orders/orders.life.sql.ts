import type { Gear, OrderStatus, OrderType, PayType } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import type { Ack, ChairEvent, Command } from '@recline/contract/topics';
import { statement } from '../../platform/db.ts';
import { publishing } from '../../platform/notify.ts';

/** Tells everybody of an order, from within a statement whose rows have these columns. */
export const announcing = `${publishing('order', {
  orderId: 'id',
  outletId: 'outlet_id',
  deviceId: 'device_id',
  placedBy: 'placed_by',
  status: 'status',
})}::text`;

/** An order as the rules of its life need it. */
export interface LifeRow {
  id: number;
  type: OrderType;
  status: OrderStatus;
  pay_type: PayType;
  device_id: string;
  outlet_id: number;
  placed_by: number | null;
  gear: Gear;
  minutes: number;
  amount: number;
  currency: Currency;
  cash_coupon_no: string | null;
  created_at: Date;
  started_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
}

const columns = `id, type, status, pay_type, device_id, outlet_id, placed_by, gear, minutes, amount, currency,
  cash_coupon_no, created_at, started_at, ends_at, ended_at`;

export const lockOrder = statement<LifeRow, [number]>(
  'life.lockOrder',
  `SELECT ${columns} FROM orders WHERE id = $1 FOR NO KEY UPDATE`,
);

export const lockActiveOrder = statement<LifeRow, [string]>(
  'life.lockActiveOrder',
  `SELECT ${columns} FROM orders WHERE device_id = $1 AND status IN ('pending', 'starting', 'running')
   FOR NO KEY UPDATE`,
);

export interface Change {
  status: OrderStatus;
  startedAt?: Date;
  endsAt?: Date;
  endedAt?: Date;
  reason?: string;
}

type ChangeValues = [number, OrderStatus, Date | null, Date | null, Date | null, string | null];

export const changeOrder = statement<LifeRow, ChangeValues>(
  'life.changeOrder',
  `UPDATE orders SET status = $2, started_at = coalesce($3, started_at), ends_at = coalesce($4, ends_at),
     ended_at = coalesce(ended_at, $5), end_reason = coalesce($6, end_reason)
   WHERE id = $1 RETURNING ${columns}`,
);

interface CoinOrderRow {
  deviceId: string;
  status: OrderStatus;
  gear: Gear;
  minutes: number;
  amount: number;
  currency: Currency;
  createdAt: Date;
  startedAt: Date;
  endsAt: Date;
  endedAt: Date | null;
  overlapping: boolean;
}

const insertCoin = statement<
  LifeRow,
  [string, string, Gear, number, number, Currency, Date, Date, Date, Date | null, boolean]
>(
  'life.insertCoinOrder',
  `INSERT INTO orders (type, pay_type, device_id, outlet_id, status, gear, minutes, list_amount, amount, currency,
     created_at, started_at, ends_at, ended_at, overlapping)
   SELECT 'coin', 'coin', id, outlet_id, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11 FROM devices WHERE id = $1
   RETURNING ${columns}`,
);

export const insertCoinOrder = (db: Parameters<typeof insertCoin>[0], row: CoinOrderRow): Promise<LifeRow> =>
  insertCoin.one(
    db,
    row.deviceId,
    row.status,
    row.gear,
    row.minutes,
    row.amount,
    row.currency,
    row.createdAt,
    row.startedAt,
    row.endsAt,
    row.endedAt,
    row.overlapping,
  );

/** The chair's meter only grows; our own count is what it counted less the difference. */
export const countCoins = statement<never, [string, number, number]>(
  'life.countCoins',
  `UPDATE devices SET total_coins = greatest(total_coins, $3),
     coin_difference = greatest(total_coins, $3) - (total_coins - coin_difference + $2) WHERE id = $1`,
);

/** What a chair's last state was. */
export const lockChair = statement<{ boot_id: string | null; seq: number | null; state_at: Date | null }, [string]>(
  'life.lockChair',
  'SELECT boot_id, seq, state_at FROM devices WHERE id = $1 FOR NO KEY UPDATE',
);

export const setFault = statement<{ outlet_id: number }, [string, string]>(
  'life.setFault',
  'UPDATE devices SET fault_code = $2 WHERE id = $1 RETURNING outlet_id',
);

export const clearFault = statement<{ outlet_id: number }, [string, string]>(
  'life.clearFault',
  'UPDATE devices SET fault_code = NULL WHERE id = $1 AND fault_code = $2 RETURNING outlet_id',
);

/** The first time an event comes; nothing when it is known already. */
export const insertEvent = statement<
  { event_id: string },
  [string, string, ChairEvent['type'], string, number, Date, Date, boolean, boolean, number | null, string]
>(
  'life.insertEvent',
  `INSERT INTO device_events (device_id, event_id, type, boot_id, seq, at, received_at, clock_distrusted, offline,
     order_id, payload)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING event_id`,
);

export const linkEvent = statement<never, [string, string, number]>(
  'life.linkEvent',
  'UPDATE device_events SET order_id = $3 WHERE device_id = $1 AND event_id = $2',
);

/** The order that a coin made, by the coin's own event. */
export const orderOfCoin = statement<{ order_id: number }, [string, string]>(
  'life.orderOfCoin',
  `SELECT order_id FROM device_events WHERE device_id = $1 AND event_id = $2 AND type = 'coin'`,
);

export const isDevice = statement<{ id: string }, [string]>('life.isDevice', 'SELECT id FROM devices WHERE id = $1');

// Commands ----------------------------------------------------------------------------------

export const insertCommand = statement<never, [string, string, Command['type'], number | null, Date, Date]>(
  'life.insertCommand',
  'INSERT INTO commands (id, device_id, type, order_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
);

/** The order that a command is to start. It is locked before its command, here as everywhere. */
export const lockOrderOfStart = statement<LifeRow, [string, string]>(
  'life.lockOrderOfStart',
  `SELECT ${columns} FROM orders
   WHERE id = (SELECT order_id FROM commands WHERE id = $1 AND device_id = $2 AND type = 'start') FOR NO KEY UPDATE`,
);

export const ackCommand = statement<never, [string, string, Ack['result'], string | null, Date]>(
  'life.ackCommand',
  `UPDATE commands SET acked_at = coalesce(acked_at, $5), result = $3, reason = $4 WHERE id = $1 AND device_id = $2`,
);

/** In the order of the orders, as everything that locks several commands. */
export const ackAccepted = statement<never, [string[], string[], Date]>(
  'life.ackAccepted',
  `UPDATE commands c SET acked_at = coalesce(acked_at, $3), result = 'accepted'
   FROM (SELECT id FROM commands
     WHERE id = ANY($1::uuid[]) AND (id, device_id) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))
     ORDER BY order_id FOR NO KEY UPDATE) v WHERE c.id = v.id`,
);

/** Stops written between `$1` and `$2` whose chairs are there and have not answered. */
export const unansweredStops = statement<
  { id: string; device_id: string; order_id: number; expires_at: Date },
  [Date, Date]
>(
  'life.unansweredStops',
  `SELECT c.id, c.device_id, c.order_id, c.expires_at FROM commands c JOIN devices d ON d.id = c.device_id
   WHERE c.type = 'stop' AND c.result IS NULL AND c.created_at BETWEEN $1 AND $2 AND d.online`,
);

interface StartRow {
  id: number;
  command_id: string;
  device_id: string;
  minutes: number;
  gear: Gear;
  expires_at: Date;
}

/** The command that starts an order which still waits for its chair. */
export const startOf = statement<StartRow, [number, Date]>(
  'life.startOf',
  `SELECT o.id, c.id AS command_id, o.device_id, o.minutes, o.gear, c.expires_at
   FROM orders o JOIN commands c ON c.order_id = o.id AND c.type = 'start'
   WHERE o.id = $1 AND o.status = 'starting' AND c.expires_at > $2`,
);

// Deadlines ---------------------------------------------------------------------------------

/** Orders whose start was ordered before `$1` and has not been reported; one server takes each. */
export const overdueStarts = statement<LifeRow, [Date]>(
  'life.overdueStarts',
  `SELECT ${columns} FROM orders o WHERE status = 'starting'
     AND NOT EXISTS (SELECT FROM commands c WHERE c.order_id = o.id AND c.type = 'start' AND c.expires_at > $1)
   ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED`,
);

export const overduePayments = statement<LifeRow, [Date]>(
  'life.overduePayments',
  `SELECT ${columns} FROM orders WHERE status = 'pending' AND created_at <= $1
   ORDER BY id LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED`,
);

/** Tells everybody of the orders placed after `$1` that still start: whoever placed them may be gone. */
export const announceStarting = statement<{ pg_notify: string }, [Date]>(
  'life.announceStarting',
  `SELECT ${announcing} FROM orders WHERE status = 'starting' AND created_at > $1`,
);

export const startingOrders = statement<{ device_id: string }, []>(
  'life.startingOrders',
  `SELECT DISTINCT device_id FROM orders WHERE status = 'starting'`,
);

export const ordersById = statement<LifeRow, [number[]]>(
  'life.ordersById',
  `SELECT ${columns} FROM orders WHERE id = ANY($1)`,
);

/** A coupon that was issued for this one order is worth nothing once the cash went back. */
export const voidCoupon = statement<never, [string, number | null, Date]>(
  'life.voidCoupon',
  'UPDATE cash_coupons SET voided_at = $3 WHERE no = $1 AND issued_by = $2 AND voided_at IS NULL',
);
