import { type CouponProperty, voidStatuses } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';

/** The order that uses a coupon. A failed or cancelled one does not. */
const orderWith = (column: string) =>
  `(SELECT o.id FROM orders o WHERE o.${column} = c.no AND o.status <> ALL ('{${voidStatuses.join(',')}}'))`;

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
   FROM cash_coupons c LEFT JOIN accounts a ON a.id = c.issued_by WHERE c.no = $1 FOR UPDATE OF c`,
);
export const insertCashCoupons = statement<never, [string[], number, number, Currency, Date]>(
  'cashCoupons.insert',
  'INSERT INTO cash_coupons (no, outlet_id, amount, currency, expires_at) SELECT unnest($1::text[]), $2, $3, $4, $5',
);
export const voidCashCoupon = statement<never, [string, Date]>(
  'cashCoupons.void',
  'UPDATE cash_coupons SET voided_at = $2 WHERE no = $1',
);
