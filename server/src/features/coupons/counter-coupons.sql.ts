import type { Currency } from '@recline/contract/money';
import { type Db, statement } from '../../platform/db.ts';

/**
 * The cash coupon of a start that is paid in cash at the counter: issued and redeemed at once, void if the cash is
 * returned.
 */
export interface CounterCoupon {
  no: string;
  outletId: number;
  amount: number;
  currency: Currency;
  issuedBy: number | null;
  createdAt: Date;
  expiresAt: Date;
}

const insert = statement<never, [string, number, number, Currency, number | null, Date, Date]>(
  'coupons.issueAtCounter',
  `INSERT INTO cash_coupons (no, outlet_id, amount, currency, issued_by, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

export const issueAtCounter = (db: Db, coupon: CounterCoupon): Promise<unknown> =>
  insert(
    db,
    coupon.no,
    coupon.outletId,
    coupon.amount,
    coupon.currency,
    coupon.issuedBy,
    coupon.createdAt,
    coupon.expiresAt,
  );

/** A coupon sold before the start has no issuer: it stays valid and can be used again. */
export const voidIssuedAtCounter = statement<never, [string, Date]>(
  'coupons.voidIssuedAtCounter',
  'UPDATE cash_coupons SET voided_at = $2 WHERE no = $1 AND issued_by IS NOT NULL AND voided_at IS NULL',
);
