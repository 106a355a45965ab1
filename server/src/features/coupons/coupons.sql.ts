import type { CouponProperty } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';

/** The order that uses a coupon. */
const orderWith = (column: 'coupon_no' | 'cash_coupon_no') =>
  `(SELECT u.order_id FROM published_coupon_uses u WHERE u.${column} = c.no)`;

export interface CouponRow {
  no: string;
  property: CouponProperty;
  percent_off: number | null;
  amount_off: number | null;
  currency: Currency | null;
  outlet_id: number | null;
  created_at: Date;
  expires_at: Date;
  voided_at: Date | null;
  order_id: number | null;
}

export const lockCoupon = statement<CouponRow, [string]>(
  'coupons.lock',
  `SELECT c.no, c.property, c.percent_off, c.amount_off, c.currency, c.outlet_id, c.created_at, c.expires_at,
     c.voided_at, ${orderWith('coupon_no')} AS order_id
   FROM coupons c WHERE c.no = $1 FOR UPDATE OF c`,
);
export interface CouponBatchRow {
  created_at: Date;
  property: CouponProperty;
  percent_off: number | null;
  amount_off: number | null;
  currency: Currency | null;
  outlet_id: number | null;
  expires_at: Date;
  issued: number;
  used: number;
  voided: number;
}

/** Coupons that were issued together, with their use; newest first. */
export const couponBatches = statement<CouponBatchRow, [number]>(
  'coupons.batches',
  `SELECT c.created_at, c.property, c.percent_off, c.amount_off, c.currency, c.outlet_id, c.expires_at,
     count(*) AS issued, count(u.order_id) AS used, count(c.voided_at) AS voided
   FROM coupons c LEFT JOIN published_coupon_uses u ON u.coupon_no = c.no
   GROUP BY c.created_at, c.property, c.percent_off, c.amount_off, c.currency, c.outlet_id, c.expires_at
   ORDER BY c.created_at DESC LIMIT $1`,
);
export const insertCoupons = statement<
  never,
  [string[], CouponProperty, number | null, number | null, Currency | null, number | null, Date]
>(
  'coupons.insert',
  `INSERT INTO coupons (no, property, percent_off, amount_off, currency, outlet_id, expires_at)
   SELECT unnest($1::text[]), $2, $3, $4, $5, $6, $7`,
);
export const voidCoupon = statement<never, [string, Date]>(
  'coupons.void',
  'UPDATE coupons SET voided_at = $2 WHERE no = $1',
);

export interface CashCouponRow {
  no: string;
  outlet_id: number;
  amount: number;
  currency: Currency;
  issued_by: string | null;
  created_at: Date;
  expires_at: Date;
  voided_at: Date | null;
  order_id: number | null;
}

export const lockCashCoupon = statement<CashCouponRow, [string]>(
  'cashCoupons.lock',
  `SELECT c.no, c.outlet_id, c.amount, c.currency, a.account AS issued_by, c.created_at, c.expires_at, c.voided_at,
     ${orderWith('cash_coupon_no')} AS order_id
   FROM cash_coupons c LEFT JOIN published_accounts a ON a.id = c.issued_by WHERE c.no = $1 FOR UPDATE OF c`,
);

export interface CashCouponBatchRow {
  created_at: Date;
  outlet_id: number;
  amount: number;
  currency: Currency;
  expires_at: Date;
  issued: number;
  used: number;
  voided: number;
}

/** Cash coupons that were issued together to be sold, with their use; newest first. Those of one start at the counter are not listed. */
export const cashCouponBatches = statement<CashCouponBatchRow, [number]>(
  'cashCoupons.batches',
  `SELECT c.created_at, c.outlet_id, c.amount, c.currency, c.expires_at,
     count(*) AS issued, count(u.order_id) AS used, count(c.voided_at) AS voided
   FROM cash_coupons c LEFT JOIN published_coupon_uses u ON u.cash_coupon_no = c.no
   WHERE c.issued_by IS NULL
   GROUP BY c.created_at, c.outlet_id, c.amount, c.currency, c.expires_at
   ORDER BY c.created_at DESC LIMIT $1`,
);
export const insertCashCoupons = statement<never, [string[], number, number, Currency, Date]>(
  'cashCoupons.insert',
  'INSERT INTO cash_coupons (no, outlet_id, amount, currency, expires_at) SELECT unnest($1::text[]), $2, $3, $4, $5',
);
export const voidCashCoupon = statement<never, [string, Date]>(
  'cashCoupons.void',
  'UPDATE cash_coupons SET voided_at = $2 WHERE no = $1',
);
