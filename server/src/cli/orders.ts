import { minorToText } from '@recline/contract/amount-text';
import { text } from '@recline/contract/fields';
import { limits } from '@recline/contract/limits';
import { formatMoney } from '@recline/contract/money';
import { findOrder, type Moment, orderHistory, orderIdByNo, refundAsAdmin } from '../features/orders/index.ts';
import type { Db } from '../platform/db.ts';
import { detailsInWords } from './audit-words.ts';
import { command, optional, required } from './command.ts';
import * as fields from './fields.ts';
import { orderListCommands } from './order-list.ts';
import { listed, pairs, paragraphs, said } from './output.ts';
import { outletTime } from './times.ts';

const theOrder = { order: required('ID', 'The order: its id, or the number that guests and managers see', fields.id) };
const idOf = async (db: Db, given: number) => (await orderIdByNo(db, String(given))) ?? given;

const show = command({
  name: 'order show',
  summary: 'Shows an order with its whole history',
  arguments: theOrder,
  examples: ['order show 42', 'order show 2611150000042 --json'],
  async run({ pool }, { order: given }) {
    const id = await idOf(pool, given);
    const order = await findOrder(pool, id);
    const moments = await orderHistory(pool, id);
    const { timeZone, ...facts } = order;
    const local = (at: Date | null) => outletTime(at, timeZone);
    const shown = {
      ...facts,
      amount: formatMoney(order.amount, order.currency),
      listAmount: formatMoney(order.listAmount, order.currency),
      refundedAmount: formatMoney(order.refundedAmount, order.currency),
      createdAt: local(order.createdAt),
      startedAt: local(order.startedAt),
      endsAt: local(order.endsAt),
      endedAt: local(order.endedAt),
    };
    const columns = {
      WHEN: (row: Moment) => local(row.at),
      WHAT: (row: Moment) => row.what,
      DETAILS: (row: Moment) => detailsInWords(row.details, order.currency),
    };
    return { json: { ...order, history: moments }, text: paragraphs(pairs(shown), listed(moments, columns, '').text) };
  },
});

/** A provider has not returned the money yet; cash was handed over at once. */
const refundSaid = ({ type }: { type: string }, id: number, amount: string): string =>
  type === 'online'
    ? `${amount} of order ${id} goes back. The server sends it: \`recline order show ${id}\` shows when it is done.`
    : `${amount} of order ${id} is refunded: hand it over at the counter.`;

const refund = command({
  name: 'order refund',
  summary: 'Refunds an order, in full or in part',
  notes:
    'A full refund also ends a running order. A running server sends the money and stops the chair within seconds.\nWith nothing left to refund it changes nothing.',
  arguments: theOrder,
  options: {
    reason: required('TEXT', 'Why, for the books', text(limits.replyChars)),
    amount: optional('AMOUNT', 'Only so much, such as 5.00', fields.money),
  },
  confirms: ({ order: id, amount }) =>
    `The money of order ${id} goes back${amount === undefined ? '' : `, ${minorToText(amount)} of it`}.`,
  examples: [
    'order refund 42 --reason "the chair was broken"',
    'order refund 42 --amount 5 --reason "it was noisy" --yes',
  ],
  async run(context, { order: given, reason, amount }) {
    const id = await idOf(context.pool, given);
    const { order, refunded } = await refundAsAdmin(context, id, { reason, amount });
    if (refunded === 0) return said(`Nothing is left to refund of order ${id}.`, order);
    return said(refundSaid(order, id, formatMoney(refunded, order.currency)), order);
  },
});

export const orderCommands = [...orderListCommands, show, refund];
