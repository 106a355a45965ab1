import type { CouponProperty, Gear, OrderStatus, OrderType, PayType } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { type Db, statement } from '../../platform/db.ts';
import { announcing } from '../orders/orders.life.sql.ts';

export interface ChairRow {
  id: string;
  outlet_id: number;
  online: boolean;
  fault_code: string | null;
  price_group_id: number | null;
  active_id: number | null;
  active_status: OrderStatus | null;
  active_by: number | null;
}

const chairColumns = `d.id, d.outlet_id, d.online, d.fault_code,
  coalesce(d.price_group_id, t.price_group_id) AS price_group_id,
  a.id AS active_id, a.status AS active_status, a.placed_by AS active_by`;
const chairSource = `devices d JOIN outlets t ON t.id = d.outlet_id
  LEFT JOIN orders a ON a.device_id = d.id AND a.status IN ('pending', 'starting', 'running')`;

export const chairById = statement<ChairRow, [string]>(
  'starting.chairById',
  `SELECT ${chairColumns} FROM ${chairSource} WHERE d.id = $1 AND d.retired_at IS NULL`,
);

export interface PriceRow {
  id: number;
  gear: Gear;
  minutes: number;
  amount: number;
  currency: Currency;
  recommended: boolean;
}

export const pricesOfGroup = statement<PriceRow, [number | null]>(
  'starting.pricesOfGroup',
  `SELECT id, gear, minutes, amount, currency, recommended FROM prices
   WHERE price_group_id = $1 AND retired_at IS NULL ORDER BY minutes, amount, id`,
);

export interface RequestRow {
  id: number;
  status: OrderStatus;
  /** When its start must have been reported; null for one that is not starting. */
  deadline: Date | null;
}

/** The order that a request made. */
export const orderByRequest = statement<RequestRow, [number, string]>(
  'starting.orderByRequest',
  `SELECT o.id, o.status, c.expires_at AS deadline FROM orders o
   LEFT JOIN commands c ON c.order_id = o.id AND c.type = 'start'
   WHERE o.placed_by = $1 AND o.request_id = $2`,
);

interface FactsRow extends ChairRow {
  price: PriceRow | null;
  is_repeat: boolean;
}

/** All there is to know before a start, in one go: the chair, its order, the price, whether it was asked before. */
export const startFacts = statement<FactsRow, [string, number | null, number, string]>(
  'starting.facts',
  `SELECT ${chairColumns},
     (SELECT to_json(p) FROM prices p WHERE p.id = $2 AND p.retired_at IS NULL
        AND p.price_group_id = coalesce(d.price_group_id, t.price_group_id)) AS price,
     EXISTS (SELECT FROM orders r WHERE r.placed_by = $3 AND r.request_id = $4) AS is_repeat
   FROM ${chairSource} WHERE d.id = $1 AND d.retired_at IS NULL`,
);

export const statusOf = statement<{ status: OrderStatus }, [number]>(
  'starting.statusOf',
  'SELECT status FROM orders WHERE id = $1',
);

export interface CouponRow {
  no: string;
  property: CouponProperty;
  percent_off: number | null;
  amount_off: number | null;
  currency: Currency | null;
  outlet_id: number | null;
  expires_at: Date;
  voided_at: Date | null;
}

export const couponByNo = statement<CouponRow, [string]>(
  'starting.couponByNo',
  'SELECT no, property, percent_off, amount_off, currency, outlet_id, expires_at, voided_at FROM coupons WHERE no = $1',
);

export interface CashCouponRow {
  no: string;
  outlet_id: number;
  amount: number;
  currency: Currency;
  expires_at: Date;
  voided_at: Date | null;
}

export const cashCouponByNo = statement<CashCouponRow, [string]>(
  'starting.cashCouponByNo',
  'SELECT no, outlet_id, amount, currency, expires_at, voided_at FROM cash_coupons WHERE no = $1',
);

export interface NewOrder {
  type: OrderType;
  status: 'pending' | 'starting';
  payType: PayType;
  deviceId: string;
  outletId: number;
  placedBy: number;
  requestId: string;
  price: PriceRow;
  amount: number;
  couponNo: string | null;
  couponProperty: CouponProperty | null;
  cashCouponNo: string | null;
  /** The cash coupon is issued with the order, for cash taken at the counter: until when it is good. */
  issuedUntil: Date | null;
  /** The command that starts the chair, and its deadline; null while payment is awaited. */
  commandId: string | null;
  deadline: Date | null;
  createdAt: Date;
}

type OrderValues = [
  OrderType,
  string,
  PayType,
  string,
  number,
  number,
  string,
  Gear,
  number,
  number,
  number,
  Currency,
  string | null,
  CouponProperty | null,
  string | null,
  Date,
  Date | null,
  string | null,
  Date | null,
];

/** The order, the cash and coupon that pay for it and the command that starts it: all in one go, or none. */
const insert = statement<{ id: number }, OrderValues>(
  'starting.insertOrder',
  `WITH coupon AS (
     INSERT INTO cash_coupons (no, outlet_id, amount, currency, issued_by, created_at, expires_at)
     SELECT $15, $5, $11, $12, $6, $16, $17 WHERE $17::timestamptz IS NOT NULL),
   placed AS (
     INSERT INTO orders (type, status, pay_type, device_id, outlet_id, placed_by, request_id, gear, minutes,
       list_amount, amount, currency, coupon_no, coupon_property, cash_coupon_no, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     RETURNING id, status, device_id, outlet_id, placed_by),
   taken AS (
     INSERT INTO payments (order_id, kind, provider, amount, currency, key, provider_ref, at)
     SELECT id, 'paid', 'cash', $11, $12, 'paid-' || id, $15, $16 FROM placed
     WHERE $17::timestamptz IS NOT NULL AND $11 > 0),
   awaited AS (
     INSERT INTO open_payments (order_id, asked_at) SELECT id, $16 FROM placed WHERE status = 'pending'),
   command AS (
     INSERT INTO commands (id, device_id, type, order_id, created_at, expires_at)
     SELECT $18::uuid, device_id, 'start', id, $16, $19 FROM placed WHERE $18::uuid IS NOT NULL)
   SELECT id, ${announcing} FROM placed`,
);

export async function insertOrder(db: Db, order: NewOrder): Promise<number> {
  const { price } = order;
  const row = await insert.one(
    db,
    order.type,
    order.status,
    order.payType,
    order.deviceId,
    order.outletId,
    order.placedBy,
    order.requestId,
    price.gear,
    price.minutes,
    price.amount,
    order.amount,
    price.currency,
    order.couponNo,
    order.couponProperty,
    order.cashCouponNo,
    order.createdAt,
    order.issuedUntil,
    order.commandId,
    order.deadline,
  );
  return row.id;
}
