import { formatCsv } from '@recline/contract/csv';
import { couponProperties } from '@recline/contract/dictionary';
import { formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import {
  type CouponBatchRow,
  type CouponValue,
  couponBatches,
  findCoupon,
  issueCoupons,
  voidCoupon,
} from '../features/coupons/index.ts';
import { currencyChoice } from './choices.ts';
import { command, optional, required } from './command.ts';
import { batchOptions, expiryOf, issuedReport } from './coupon-options.ts';
import * as fields from './fields.ts';
import { withNewFile } from './new-file.ts';
import { listed, pairs, plural, said, show as shown } from './output.ts';

function worthOf({ property, percentOff, amountOff, currency }: CouponValue): string {
  if (property === 'free') return 'free of charge';
  return property === 'discount' ? `${percentOff} % off` : `${formatMoney(amountOff ?? 0, currency ?? 'CNY')} off`;
}

const issue = command({
  name: 'coupon issue',
  summary: 'Issues coupons, each for one start',
  options: {
    property: required(
      'KIND',
      couponProperties.join(', '),
      z.enum(couponProperties, `must be one of ${couponProperties.join(', ')}`),
    ),
    percentOff: optional('N', 'For discount: how many per cent less', fields.between(1, 99)),
    amountOff: optional('AMOUNT', 'For amount_off: how much less, such as 5.00', fields.money),
    currency: optional('CODE', `For amount_off: ${currencyChoice}`, fields.currency),
    outlet: optional('ID', 'Good at this outlet only', fields.id),
    ...batchOptions,
  },
  rehearses: true,
  examples: [
    'coupon issue --property discount --percent-off 20 --count 500 --csv coupons.csv',
    'coupon issue --property free --outlet 1 --valid-days 30',
  ],
  async run(context, { outlet: outletId = null, count = 1, csv, validDays, expires, ...worth }) {
    const expiresAt = expiryOf(context.clock, { validDays, expires });
    const details = [worthOf(worth), outletId, expiresAt.toISOString()];
    const issued = await withNewFile(context.dryRun ? undefined : csv, (write) =>
      issueCoupons(context, { ...worth, outletId, expiresAt, count }, (numbers) =>
        write(formatCsv([header, ...numbers.map((number) => [number, ...details])])),
      ),
    );
    const text = `${plural(count, 'coupon')} (${worthOf(worth)}) until ${shown(expiresAt)}`;
    return issuedReport(context, text, csv, issued);
  },
});
const header = ['couponNo', 'worth', 'outletId', 'expiresAt'];

const list = command({
  name: 'coupon list',
  summary: 'Lists the issued coupons and their use, newest first',
  options: { limit: optional('N', 'How many at most; 50, if not given', fields.between(1, 10_000)) },
  examples: ['coupon list', 'coupon list --limit 500 --json'],
  async run({ pool }, { limit = 50 }) {
    const columns = {
      ISSUED: (row: CouponBatchRow) => row.created_at,
      WORTH: worthOfBatch,
      OUTLET: (row: CouponBatchRow) => row.outlet_id ?? 'all',
      UNTIL: (row: CouponBatchRow) => row.expires_at,
      COUPONS: (row: CouponBatchRow) => row.issued,
      USED: (row: CouponBatchRow) => row.used,
      VOID: (row: CouponBatchRow) => row.voided,
    };
    return listed(await couponBatches(pool, limit), columns, 'No coupons yet. `recline coupon issue` makes some.');
  },
});

const worthOfBatch = (row: CouponBatchRow): string =>
  worthOf({
    property: row.property,
    percentOff: row.percent_off ?? undefined,
    amountOff: row.amount_off ?? undefined,
    currency: row.currency ?? undefined,
  });

const couponArgument = { number: required('NUMBER', 'The coupon number', fields.number) };

const show = command({
  name: 'coupon show',
  summary: 'Shows a coupon',
  arguments: couponArgument,
  examples: ['coupon show 48107263950158'],
  async run({ pool }, { number }) {
    const coupon = await findCoupon(pool, number);
    return said(pairs(coupon), coupon);
  },
});

const voidOne = command({
  name: 'coupon void',
  confirms: ({ number }) => `Coupon ${number} becomes worthless.`,
  summary: 'Voids a coupon',
  arguments: couponArgument,
  examples: ['coupon void 48107263950158'],
  run: async (context, { number }) => said(`Coupon ${number} is void.`, await voidCoupon(context, number)),
});

export const couponCommands = [issue, list, show, voidOne];
