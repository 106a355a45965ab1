import { type Currency, formatMoney } from '@recline/contract/money';
import { type Db, statement } from '../platform/db.ts';
import { batchOptions, expiryOf, makeNumbers, withFile } from './batch.ts';
import { command, required } from './command.ts';
import { change } from './context.ts';
import { notFound, refused } from './failure.ts';
import * as fields from './fields.ts';
import { findOutlet } from './outlets.ts';
import { pairs, plural, said } from './output.ts';

interface CashCouponRow {
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

const select = statement<CashCouponRow, [string]>(
  'cli.cashCoupons.one',
  `SELECT c.no, c.outlet_id, c.amount, c.currency, a.account AS issued_by, c.created_at, c.expires_at, c.voided_at,
     (SELECT o.id FROM orders o WHERE o.cash_coupon_no = c.no AND o.status NOT IN ('failed', 'cancelled')) AS order_id
   FROM cash_coupons c LEFT JOIN accounts a ON a.id = c.issued_by WHERE c.no = $1 FOR UPDATE OF c`,
);
const insertBatch = statement<never, [string[], number, number, Currency, Date]>(
  'cli.cashCoupons.insert',
  `INSERT INTO cash_coupons (no, outlet_id, amount, currency, expires_at) SELECT unnest($1::text[]), $2, $3, $4, $5`,
);
const setVoided = statement<never, [string, Date]>(
  'cli.cashCoupons.void',
  'UPDATE cash_coupons SET voided_at = $2 WHERE no = $1',
);

const shape = (row: CashCouponRow) => ({
  cashCouponNo: row.no,
  outletId: String(row.outlet_id),
  amount: row.amount,
  currency: row.currency,
  issuedBy: row.issued_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  voidedAt: row.voided_at,
  usedByOrderId: row.order_id === null ? null : String(row.order_id),
});

async function findCashCoupon(db: Db, no: string) {
  const row = await select.maybe(db, no);
  if (!row) throw notFound(`No cash coupon ${no}.`);
  return shape(row);
}

const issue = command({
  name: 'cash-coupon issue',
  summary: 'Issues cash coupons, which an outlet sells at its counter',
  options: {
    outlet: required('ID', 'The outlet that sells them; good there only', fields.id),
    amount: required('AMOUNT', "What each is sold for, such as 15.00, in the outlet's currency", fields.money),
    ...batchOptions,
  },
  examples: ['cash-coupon issue --outlet 1 --amount 15.00 --count 200 --csv cash-coupons.csv'],
  async run(context, { outlet: outletId, amount, count, csv, validDays, expires }) {
    const expiresAt = expiryOf(context.clock, { validDays, expires });
    const { currency } = await findOutlet(context.pool, outletId);
    const worth = formatMoney(amount, currency);
    const numbers = makeNumbers(count);
    const sheet = numbers.map((no) => [no, worth, String(outletId), expiresAt.toISOString()]);
    const text = `${plural(numbers.length, 'cash coupon')} of ${worth} until ${expiresAt.toISOString()}`;
    return withFile(csv, [['cashCouponNo', 'worth', 'outletId', 'expiresAt'], ...sheet], () =>
      change(context, async (db, record) => {
        await insertBatch(db, numbers, outletId, amount, currency, expiresAt);
        const after = { outletId: String(outletId), amount, currency, expiresAt };
        await record('cash-coupon issue', plural(numbers.length, 'cash coupon'), null, after);
        return said(csv === undefined ? `${text}:\n${numbers.join('\n')}` : `${text}: see ${csv}.`, {
          ...after,
          numbers,
        });
      }),
    );
  },
});

const theCoupon = { number: required('NUMBER', 'The cash coupon number', fields.number) };

const show = command({
  name: 'cash-coupon show',
  summary: 'Looks a cash coupon up',
  arguments: theCoupon,
  examples: ['cash-coupon show 73920518460237'],
  async run({ pool }, { number }) {
    const coupon = await findCashCoupon(pool, number);
    return said(pairs(coupon), coupon);
  },
});

const voidOne = command({
  name: 'cash-coupon void',
  summary: 'Makes a cash coupon worthless',
  arguments: theCoupon,
  examples: ['cash-coupon void 73920518460237'],
  run: (context, { number }) =>
    change(context, async (db, record) => {
      const before = await findCashCoupon(db, number);
      const no = before.cashCouponNo;
      if (before.usedByOrderId) throw refused(`Cash coupon ${no} was used by order ${before.usedByOrderId}.`);
      if (before.voidedAt) throw refused(`Cash coupon ${no} is void already.`);
      await setVoided(db, no, context.clock());
      const after = await findCashCoupon(db, number);
      await record('cash-coupon void', `cash coupon ${no}`, before, after);
      return said(`Cash coupon ${no} is void.`, after);
    }),
});

export const cashCouponCommands = [issue, show, voidOne];
