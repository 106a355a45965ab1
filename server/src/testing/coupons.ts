import { randomBytes } from 'node:crypto';
import type { CouponProperty } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { type Pool, statement } from '../platform/db.ts';
import type { Outlet } from './world.ts';

const insertCoupon = statement<
  never,
  [string, CouponProperty, number | null, number | null, Currency | null, number | null, Date]
>(
  'world.couponOf',
  `INSERT INTO coupons (no, property, percent_off, amount_off, currency, outlet_id, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);
const insertCashCoupon = statement<never, [string, number, number, Currency, Date]>(
  'world.cashCoupon',
  'INSERT INTO cash_coupons (no, outlet_id, amount, currency, expires_at) VALUES ($1, $2, $3, $4, $5)',
);

const inAnHour = () => new Date(Date.now() + 3600_000);
const newNumber = (first: string) => first + randomBytes(5).toString('hex').toUpperCase();

interface CouponOptions {
  /** Percent of a discount, or minor units off. */
  off?: number;
  currency?: Currency;
  outlet?: Outlet;
  expiresAt?: Date;
}

export async function makeCoupon(pool: Pool, property: CouponProperty, options: CouponOptions = {}): Promise<string> {
  const no = newNumber('C');
  const { off = 10, currency = 'CNY', outlet, expiresAt = inAnHour() } = options;
  const percent = property === 'discount' ? off : null;
  const amount = property === 'amount_off' ? off : null;
  const unit = property === 'amount_off' ? currency : null;
  await insertCoupon(pool, no, property, percent, amount, unit, outlet?.id ?? null, expiresAt);
  return no;
}

export async function makeCashCoupon(
  pool: Pool,
  outlet: Outlet,
  amount: number,
  options: { currency?: Currency; expiresAt?: Date } = {},
): Promise<string> {
  const no = newNumber('K');
  await insertCashCoupon(pool, no, outlet.id, amount, options.currency ?? 'CNY', options.expiresAt ?? inAnHour());
  return no;
}
