import { minorToText } from '@recline/contract/amount-text';
import { type CsvCell, formatCsv } from '@recline/contract/csv';
import { orderStatuses } from '@recline/contract/dictionary';
import { text } from '@recline/contract/fields';
import { formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import { type AdminListQuestion, type ListedOrder, listAllOrders } from '../features/orders/index.ts';
import { type PaidAttempt, paidAttempts } from '../features/payments/index.ts';
import { adminMobile } from '../features/session/index.ts';
import type { Db } from '../platform/db.ts';
import { command, optional, required } from './command.ts';
import type { Context } from './context.ts';
import * as fields from './fields.ts';
import { writeNew } from './new-file.ts';
import { outletZone } from './outlet-zone.ts';
import { listed, plural, said } from './output.ts';
import { localTime, outletTime, periodHelp, readPeriod } from './times.ts';

const filterOptions = {
  outlet: optional('ID', 'Only of this outlet', fields.id),
  device: optional('DEVICE', 'Only of this chair', fields.deviceId),
  guest: optional('MOBILE', 'Only of the guest with this number', fields.mobile),
  status: optional(
    'STATUS',
    orderStatuses.join(', '),
    z.enum(orderStatuses, `must be one of ${orderStatuses.join(', ')}`),
  ),
  period: optional('PERIOD', `Only of this time: ${periodHelp}`, z.string()),
};

interface Filters {
  outlet?: number | undefined;
  device?: string | undefined;
  guest?: string | undefined;
  status?: AdminListQuestion['status'];
  period?: string | undefined;
}

/** Days are those of the outlet, or of --zone. */
async function questionOf(context: Context, { outlet, device, guest, status, period }: Filters) {
  const { offset } = await outletZone(context, outlet);
  return {
    outletId: outlet,
    deviceId: device,
    status,
    keyword: guest === undefined ? undefined : adminMobile(guest, context.env),
    period: period === undefined ? undefined : readPeriod(period, offset),
    offset,
    country: context.env.APP_COUNTRY,
  } satisfies AdminListQuestion;
}

async function firstOrders(context: Context, question: AdminListQuestion, limit: number): Promise<ListedOrder[]> {
  const found: ListedOrder[] = [];
  for await (const page of listAllOrders(context, question)) {
    found.push(...page);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

const columns = {
  ORDER: (row: ListedOrder) => row.orderId,
  NUMBER: (row: ListedOrder) => row.orderNo,
  WHEN: (row: ListedOrder) => outletTime(row.startedAt ?? row.createdAt, row.timeZone),
  STATUS: (row: ListedOrder) => row.status,
  CHAIR: (row: ListedOrder) => row.deviceId,
  OUTLET: (row: ListedOrder) => `${row.outletId} ${row.outletName}`,
  GUEST: (row: ListedOrder) => row.placedBy,
  'PAID BY': (row: ListedOrder) => row.payType,
  AMOUNT: (row: ListedOrder) => formatMoney(row.amount, row.currency),
  REFUNDED: (row: ListedOrder) => (row.refundedAmount === 0 ? null : formatMoney(row.refundedAmount, row.currency)),
};

const limitOption = { limit: optional('N', 'How many at most; 50, if not given', fields.between(1, 10_000)) };

const list = command({
  name: 'order list',
  summary: 'Lists orders, newest first',
  options: { ...filterOptions, ...limitOption },
  examples: ['order list --outlet 1 --period yesterday', 'order list --guest 13800000001 --status refunded'],
  async run(context, { limit = 50, ...filters }) {
    const rows = await firstOrders(context, await questionOf(context, filters), limit);
    return listed(rows, columns, 'No order matches.');
  },
});

const find = command({
  name: 'order find',
  summary: "Finds orders by the number of an order, payment, chair or coupon, or the last four digits of a guest's",
  arguments: {
    number: required('NUMBER', 'Any of these numbers; of a mobile number the last four digits are enough', text(64)),
  },
  options: limitOption,
  examples: ['order find 2611150000042', 'order find 0001'],
  async run(context, { number: keyword, limit = 50 }) {
    return listed(
      await firstOrders(context, { keyword, offset: 0, country: context.env.APP_COUNTRY }, limit),
      columns,
      `No order has ${keyword}.`,
    );
  },
});

/** An order with its payment, for the accounts. */
type ExportedOrder = ListedOrder & { paid: PaidAttempt | undefined };

/**
 * The net amount after refunds and the provider's fee; the fee is known once the provider's bill was read. It is 0 for
 * an order that was neither paid nor started.
 */
function netOf({ amount, refundedAmount, startedAt, paid }: ExportedOrder): CsvCell {
  if (!paid && startedAt === null) return minorToText(0);
  return paid && paid.fee === null ? null : minorToText(amount - refundedAmount - (paid?.fee ?? 0));
}

const exported: Record<string, (row: ExportedOrder, zone: string) => CsvCell> = {
  orderNo: (row) => row.orderNo,
  orderId: (row) => row.orderId,
  status: (row) => row.status,
  type: (row) => row.type,
  payType: (row) => row.payType,
  payment: (row) => row.payment,
  outletId: (row) => row.outletId,
  outletName: (row) => row.outletName,
  deviceId: (row) => row.deviceId,
  deviceName: (row) => row.deviceName,
  guest: (row) => row.placedBy,
  gear: (row) => row.gear,
  minutes: (row) => row.minutes,
  currency: (row) => row.currency,
  amount: (row) => minorToText(row.amount),
  refunded: (row) => minorToText(row.refundedAmount),
  fee: ({ paid }) => (paid?.fee == null ? null : minorToText(paid.fee)),
  net: netOf,
  provider: ({ paid }) => paid?.provider ?? null,
  paymentNo: ({ paid }) => paid?.number ?? null,
  providerNo: ({ paid }) => paid?.provider_ref ?? null,
  couponNo: (row) => row.couponNo,
  cashCouponNo: (row) => row.cashCouponNo,
  createdAt: (row, zone) => localTime(new Date(row.createdAt), zone),
  startedAt: (row, zone) => row.startedAt && localTime(new Date(row.startedAt), zone),
  endedAt: (row, zone) => row.endedAt && localTime(new Date(row.endedAt), zone),
};

const exportAll = command({
  name: 'order export',
  summary: 'Writes orders to a CSV file, newest first',
  notes:
    "Times are in the outlet's zone, or in that of --zone. Guests' numbers are personal data: delete the file when it is done with.",
  arguments: { file: required('FILE', 'A new file', z.string()) },
  options: filterOptions,
  examples: ['order export november.csv --period 2026-11', 'order export refunds.csv --status refunded --outlet 1'],
  async run(context, { file, ...filters }) {
    const pages = withPayments(context.pool, listAllOrders(context, await questionOf(context, filters)));
    const count = await writePages(file, pages, context.zone);
    return said(`${plural(count, 'order')} in ${file}.`, { file, orders: count });
  },
});

async function* withPayments(db: Db, pages: AsyncIterable<ListedOrder[]>): AsyncGenerator<ExportedOrder[]> {
  for await (const page of pages) {
    const ids = page.map(({ orderId }) => Number(orderId));
    const paid = new Map((await paidAttempts(db, ids)).map((attempt) => [String(attempt.order_id), attempt]));
    yield page.map((order) => ({ ...order, paid: paid.get(order.orderId) }));
  }
}

/** Page by page: a year of orders need not fit in memory. */
async function writePages(path: string, pages: AsyncIterable<ExportedOrder[]>, zone: string | undefined) {
  let count = 0;
  async function* lines() {
    yield formatCsv([Object.keys(exported)], { byteOrderMark: true });
    for await (const page of pages) {
      yield formatCsv(page.map((row) => Object.values(exported).map((cell) => cell(row, zone ?? row.timeZone))));
      count += page.length;
    }
  }
  await writeNew(path, lines());
  return count;
}

export const orderListCommands = [list, find, exportAll];
