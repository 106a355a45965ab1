import { type CouponProperty, couponProperties } from '@recline/contract/dictionary';
import { type Currency, formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import { type Db, statement } from '../platform/db.ts';
import { batchOptions, expiryOf, makeNumbers, withFile } from './batch.ts';
import { command, optional, required } from './command.ts';
import { change } from './context.ts';
import { notFound, refused, usage } from './failure.ts';
import * as fields from './fields.ts';
import { findOutlet } from './outlets.ts';
import { pairs, plural, said } from './output.ts';

interface CouponRow {
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

const select = statement<CouponRow, [string]>(
  'cli.coupons.one',
  `SELECT c.no, c.property, c.percent_off, c.amount_off, c.currency, c.outlet_id, c.created_at, c.expires_at,
     c.voided_at, (SELECT o.id FROM orders o WHERE o.coupon_no = c.no AND o.status NOT IN ('failed', 'cancelled')) AS order_id
   FROM coupons c WHERE c.no = $1 FOR UPDATE OF c`,
);
const insertBatch = statement<
  never,
  [string[], CouponProperty, number | null, number | null, Currency | null, number | null, Date]
>(
  'cli.coupons.insert',
  `INSERT INTO coupons (no, property, percent_off, amount_off, currency, outlet_id, expires_at)
   SELECT unnest($1::text[]), $2, $3, $4, $5, $6, $7`,
);
const setVoided = statement<never, [string, Date]>(
  'cli.coupons.void',
  'UPDATE coupons SET voided_at = $2 WHERE no = $1',
);

const shape = (row: CouponRow) => ({
  couponNo: row.no,
  property: row.property,
  percentOff: row.percent_off,
  amountOff: row.amount_off,
  currency: row.currency,
  outletId: row.outlet_id === null ? null : String(row.outlet_id),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  voidedAt: row.voided_at,
  usedByOrderId: row.order_id === null ? null : String(row.order_id),
});

async function findCoupon(db: Db, no: string) {
  const row = await select.maybe(db, no);
  if (!row) throw notFound(`No coupon ${no}.`);
  return shape(row);
}

interface Offer {
  property: CouponProperty;
  percentOff?: number;
  amountOff?: number;
  currency?: Currency;
}

/** What the coupon is worth must be said once, and nothing else. */
function checkOffer({ property, percentOff, amountOff, currency }: Offer): void {
  if ((property === 'discount') !== (percentOff !== undefined)) throw usage('--percent-off goes with discount.');
  if ((property === 'amount_off') !== (amountOff !== undefined && currency !== undefined)) {
    throw usage('--amount-off and --currency go with amount_off.');
  }
}

function worth({ property, percentOff, amountOff, currency }: Offer): string {
  if (property === 'free') return 'free of charge';
  return property === 'discount' ? `${percentOff} % off` : `${formatMoney(amountOff ?? 0, currency ?? 'CNY')} off`;
}

const issue = command({
  name: 'coupon issue',
  summary: 'Issues coupons, each good for one start',
  options: {
    property: required(
      'KIND',
      couponProperties.join(', '),
      z.enum(couponProperties, `must be one of ${couponProperties.join(', ')}`),
    ),
    percentOff: optional('N', 'For discount: how many per cent less', fields.between(1, 99)),
    amountOff: optional('AMOUNT', 'For amount_off: how much less, such as 5.00', fields.money),
    currency: optional('CODE', 'For amount_off: CNY, RM or PHP', fields.currency),
    outlet: optional('ID', 'Good at this outlet only', fields.id),
    ...batchOptions,
  },
  examples: [
    'coupon issue --property discount --percent-off 20 --count 500 --csv coupons.csv',
    'coupon issue --property free --outlet 1 --valid-days 30',
  ],
  async run(context, { outlet, count, csv, validDays, expires, ...offer }) {
    checkOffer(offer);
    const { property, percentOff = null, amountOff = null, currency = null } = offer;
    const expiresAt = expiryOf(context.clock, { validDays, expires });
    const numbers = makeNumbers(count);
    const sheet = numbers.map((no) => [
      no,
      worth(offer),
      outlet === undefined ? null : String(outlet),
      expiresAt.toISOString(),
    ]);
    const text = `${plural(numbers.length, 'coupon')} (${worth(offer)}) until ${expiresAt.toISOString()}`;
    return withFile(csv, [['couponNo', 'worth', 'outletId', 'expiresAt'], ...sheet], () =>
      change(context, async (db, record) => {
        if (outlet !== undefined) await findOutlet(db, outlet);
        await insertBatch(db, numbers, property, percentOff, amountOff, currency, outlet ?? null, expiresAt);
        const after = { ...offer, outletId: outlet === undefined ? null : String(outlet), expiresAt };
        await record('coupon issue', plural(numbers.length, 'coupon'), null, after);
        return said(csv === undefined ? `${text}:\n${numbers.join('\n')}` : `${text}: see ${csv}.`, {
          ...after,
          numbers,
        });
      }),
    );
  },
});

const theCoupon = { number: required('NUMBER', 'The coupon number', fields.number) };

const show = command({
  name: 'coupon show',
  summary: 'Looks a coupon up',
  arguments: theCoupon,
  examples: ['coupon show 48107263950158'],
  async run({ pool }, { number }) {
    const coupon = await findCoupon(pool, number);
    return said(pairs(coupon), coupon);
  },
});

const voidOne = command({
  name: 'coupon void',
  summary: 'Makes a coupon worthless',
  arguments: theCoupon,
  examples: ['coupon void 48107263950158'],
  run: (context, { number }) =>
    change(context, async (db, record) => {
      const before = await findCoupon(db, number);
      if (before.usedByOrderId) throw refused(`Coupon ${before.couponNo} was used by order ${before.usedByOrderId}.`);
      if (before.voidedAt) throw refused(`Coupon ${before.couponNo} is void already.`);
      await setVoided(db, before.couponNo, context.clock());
      const after = await findCoupon(db, number);
      await record('coupon void', `coupon ${before.couponNo}`, before, after);
      return said(`Coupon ${before.couponNo} is void.`, after);
    }),
});

export const couponCommands = [issue, show, voidOne];
