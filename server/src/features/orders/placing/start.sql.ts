import { type CouponProperty, type Gear, type OrderStatus, unpaidStatuses } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { type Db, statement } from '../../../platform/db.ts';
import { sqlList } from '../../../platform/rows.ts';

export interface ChairRow {
  id: string;
  outlet_id: number;
  online: boolean;
  fault_code: string | null;
  /** Its outlet is closed. */
  closed: boolean;
  price_group_id: number | null;
  /** The order that holds the chair, and who placed it. */
  holder_id: number | null;
  holder_by: number | null;
}

const chairColumns = `d.id, d.outlet_id, d.online, d.fault_code, t.closed_at IS NOT NULL AS closed,
  coalesce(d.price_group_id, t.price_group_id) AS price_group_id, h.order_id AS holder_id, h.placed_by AS holder_by`;
const chairSource = `published_devices d JOIN published_outlets t ON t.id = d.outlet_id
  LEFT JOIN published_chair_holders h ON h.device_id = d.id`;

export const chairById = statement<ChairRow, [string]>(
  'start.chairById',
  `SELECT ${chairColumns} FROM ${chairSource} WHERE d.id = device_numbered($1)`,
);

export const isClosed = statement<{ closed: boolean }, [number]>(
  'start.isClosed',
  'SELECT closed_at IS NOT NULL AS closed FROM published_outlets WHERE id = $1',
);

export interface PriceRow {
  id: number;
  gear: Gear;
  minutes: number;
  amount: number;
  currency: Currency;
  recommended: boolean;
}

const priceColumns = 'id, gear, minutes, amount, currency, recommended';

export const pricesOfGroup = statement<PriceRow, [number | null]>(
  'start.pricesOfGroup',
  `SELECT ${priceColumns} FROM published_prices
   WHERE price_group_id = $1 ORDER BY minutes, amount, id`,
);

interface UsableCoupon {
  no: string;
  expires_at: string;
  voided_at: string | null;
  /** The order that uses it now. */
  used_by: number | null;
}

export interface CouponRow extends UsableCoupon {
  property: CouponProperty;
  percent_off: number | null;
  amount_off: number | null;
  currency: Currency | null;
  outlet_id: number | null;
}

export interface CashCouponRow extends UsableCoupon {
  outlet_id: number;
  amount: number;
  currency: Currency;
}

const cashCouponBy = statement<{ no: string }, [string]>(
  'start.cashCoupon',
  'SELECT no FROM published_cash_coupons WHERE no = $1',
);

/** A number of either kind: the number itself tells which. An unknown one is treated as a coupon number. */
export const couponNamed = async (db: Db, no: string): Promise<{ couponNo: string } | { cashCouponNo: string }> =>
  (await cashCouponBy.maybe(db, no)) ? { cashCouponNo: no } : { couponNo: no };

/** The order of an earlier request of this account under the same id. */
export interface RepeatRow {
  id: number;
  status: OrderStatus;
}

export const findRepeat = statement<RepeatRow, [number, string]>(
  'start.repeat',
  'SELECT id, status FROM orders WHERE placed_by = $1 AND request_id = $2::uuid',
);

/** All facts that decide a start. */
export interface StartFacts {
  chair: ChairRow | null;
  /** From the chair's price list. */
  price: PriceRow | null;
  has_prices: boolean;
  coupon: CouponRow | null;
  cash_coupon: CashCouponRow | null;
  repeat: RepeatRow | null;
  /** The account's order that awaits payment. */
  unpaid_id: number | null;
  /** The account's orders of the last minute. */
  recent: number;
}

/** The request. A field is null if it was not given, or if nothing is to be started. */
export interface StartQuestion {
  accountId: number;
  requestId: string | null;
  deviceId: string;
  priceId: number | null;
  couponNo: string | null;
  cashCouponNo: string | null;
}

/** A coupon with the order that uses it now. */
const couponWithUse = (table: string, column: string, no: string) => `
  (SELECT to_json(c) FROM (
     SELECT c.*, (SELECT u.order_id FROM published_coupon_uses u WHERE u.${column} = c.no) AS used_by
     FROM ${table} c WHERE c.no = ${no}) c)`;

const facts = statement<StartFacts, [number, string | null, string, number | null, string | null, string | null, Date]>(
  'start.facts',
  `SELECT to_json(f) AS chair,
     (SELECT to_json(p) FROM published_prices p WHERE p.id = $4
        AND p.price_group_id = f.price_group_id) AS price,
     EXISTS (SELECT FROM published_prices p WHERE p.price_group_id = f.price_group_id) AS has_prices,
     ${couponWithUse('published_coupons', 'coupon_no', '$5')} AS coupon,
     ${couponWithUse('published_cash_coupons', 'cash_coupon_no', '$6')} AS cash_coupon,
     (SELECT json_build_object('id', r.id, 'status', r.status) FROM orders r
        WHERE r.placed_by = $1 AND r.request_id = $2::uuid) AS repeat,
     (SELECT w.id FROM orders w WHERE w.placed_by = $1 AND w.status = 'pending') AS unpaid_id,
     (SELECT count(*) FROM orders n WHERE n.placed_by = $1 AND n.at > $7) AS recent
   FROM (SELECT) AS one LEFT JOIN (SELECT ${chairColumns} FROM ${chairSource}
     WHERE d.id = device_numbered($3)) f ON true`,
);

export const startFacts = (db: Db, question: StartQuestion, now: Date): Promise<StartFacts> => {
  const { accountId, requestId, deviceId, priceId, couponNo, cashCouponNo } = question;
  const aMinuteAgo = new Date(now.getTime() - 60_000);
  return facts.one(db, accountId, requestId, deviceId, priceId, couponNo, cashCouponNo, aMinuteAgo);
};

/** Whether an account ever paid for an order, and whether it placed others than this one. */
export const standing = statement<{ has_paid: boolean; has_others: boolean }, [number, number]>(
  'pay.standing',
  `SELECT EXISTS (SELECT FROM orders WHERE placed_by = $1 AND status NOT IN (${sqlList(unpaidStatuses)})) AS has_paid,
     EXISTS (SELECT FROM orders WHERE placed_by = $1 AND id <> $2) AS has_others`,
);

/** Whether an account ever had an order that was paid or started. */
export const hasOrder = async (db: Db, accountId: number): Promise<boolean> =>
  (await standing.one(db, accountId, 0)).has_paid;

interface Bought {
  device_id: string;
  device_name: string;
  gear: Gear;
  minutes: number;
  pay_type: string;
}

/** The purchase of an order: what is paid for, and how. */
export const bought = statement<Bought, [number]>(
  'pay.bought',
  `SELECT o.device_id, d.name AS device_name, o.gear, o.minutes, o.pay_type
   FROM orders o JOIN published_devices d ON d.id = o.device_id WHERE o.id = $1`,
);
