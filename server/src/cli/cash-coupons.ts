import { formatCsv } from '@recline/contract/csv';
import { formatMoney } from '@recline/contract/money';
import {
  type CashCouponBatchRow,
  cashCouponBatches,
  findCashCoupon,
  issueCashCoupons,
  voidCashCoupon,
} from '../features/coupons/index.ts';
import { findOutlet } from '../features/outlets/index.ts';
import { command, optional, required } from './command.ts';
import { batchOptions, expiryOf, issuedReport } from './coupon-options.ts';
import * as fields from './fields.ts';
import { withNewFile } from './new-file.ts';
import { listed, pairs, plural, said, show as shown } from './output.ts';

const header = ['cashCouponNo', 'worth', 'outletId', 'expiresAt'];

const issue = command({
  name: 'cash-coupon issue',
  summary: 'Issues cash coupons, which an outlet sells at its counter',
  options: {
    outlet: required('ID', 'The outlet that sells them; good there only', fields.id),
    amount: required('AMOUNT', "What each is sold for, such as 15.00, in the outlet's currency", fields.money),
    ...batchOptions,
  },
  rehearses: true,
  examples: ['cash-coupon issue --outlet 1 --amount 15.00 --count 200 --csv cash-coupons.csv'],
  async run(context, { outlet: outletId, amount, count = 1, csv, validDays, expires }) {
    const expiresAt = expiryOf(context.clock, { validDays, expires });
    const { currency } = await findOutlet(context.pool, outletId);
    const details = [formatMoney(amount, currency), outletId, expiresAt.toISOString()];
    const issued = await withNewFile(context.dryRun ? undefined : csv, (write) =>
      issueCashCoupons(context, { outletId, amount, expiresAt, count }, (numbers) =>
        write(formatCsv([header, ...numbers.map((number) => [number, ...details])])),
      ),
    );
    const text = `${plural(count, 'cash coupon')} of ${formatMoney(amount, currency)} until ${shown(expiresAt)}`;
    return issuedReport(context, text, csv, issued);
  },
});

const list = command({
  name: 'cash-coupon list',
  summary: 'Lists the issued cash coupons and their use, newest first',
  options: { limit: optional('N', 'How many at most; 50, if not given', fields.between(1, 10_000)) },
  examples: ['cash-coupon list', 'cash-coupon list --limit 500 --json'],
  async run({ pool }, { limit = 50 }) {
    const columns = {
      ISSUED: (row: CashCouponBatchRow) => row.created_at,
      WORTH: (row: CashCouponBatchRow) => formatMoney(row.amount, row.currency),
      OUTLET: (row: CashCouponBatchRow) => row.outlet_id,
      UNTIL: (row: CashCouponBatchRow) => row.expires_at,
      COUPONS: (row: CashCouponBatchRow) => row.issued,
      USED: (row: CashCouponBatchRow) => row.used,
      VOID: (row: CashCouponBatchRow) => row.voided,
    };
    const none = 'No cash coupons yet. `recline cash-coupon issue` makes some.';
    return listed(await cashCouponBatches(pool, limit), columns, none);
  },
});

const couponArgument = { number: required('NUMBER', 'The cash coupon number', fields.number) };

const show = command({
  name: 'cash-coupon show',
  summary: 'Shows a cash coupon',
  arguments: couponArgument,
  examples: ['cash-coupon show 73920518460237'],
  async run({ pool }, { number }) {
    const coupon = await findCashCoupon(pool, number);
    return said(pairs(coupon), coupon);
  },
});

const voidOne = command({
  name: 'cash-coupon void',
  confirms: ({ number }) => `Cash coupon ${number} becomes worthless.`,
  summary: 'Voids a cash coupon',
  arguments: couponArgument,
  examples: ['cash-coupon void 73920518460237'],
  run: async (context, { number }) => said(`Cash coupon ${number} is void.`, await voidCashCoupon(context, number)),
});

export const cashCouponCommands = [issue, list, show, voidOne];
