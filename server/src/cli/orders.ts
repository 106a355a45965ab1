import { text } from '@recline/contract/fields';
import { limits } from '@recline/contract/limits';
import { formatMoney } from '@recline/contract/money';
import { isIn, startedStatuses } from '@recline/contract/values';
import { type AdminOrder, findOrder, type Moment, orderHistory, refundAsOperator } from '../features/orders/index.ts';
import type { Db } from '../platform/db.ts';
import { command, required } from './command.ts';
import { change } from './context.ts';
import { notFound, refused } from './failure.ts';
import * as fields from './fields.ts';
import { listed, pairs, said } from './output.ts';

async function theOrderOf(db: Db, id: number): Promise<AdminOrder> {
  const order = await findOrder(db, id);
  if (!order) throw notFound(`No order ${id}.`);
  return order;
}

const theOrder = { order: required('ID', 'The order', fields.id) };

const show = command({
  name: 'order show',
  summary: 'Shows an order with its whole history',
  arguments: theOrder,
  examples: ['order show 42', 'order show 42 --json'],
  async run({ pool }, { order: id }) {
    const order = await theOrderOf(pool, id);
    const moments = await orderHistory(pool, id);
    const shown = { ...order, amount: formatMoney(order.amount, order.currency) };
    const columns = {
      WHEN: (row: Moment) => row.at,
      WHAT: (row: Moment) => row.what,
      DETAILS: (row: Moment) => JSON.stringify(row.details),
    };
    const text = `${pairs(shown)}\n\n${listed(moments, columns, '').text}`;
    return { json: { ...order, history: moments }, text };
  },
});

const refund = command({
  name: 'order refund',
  summary: 'Gives the money of an order back; again is the same, not a second refund',
  notes: 'The order is refunded at once; the server sends the money on its way within seconds, if it runs.',
  arguments: theOrder,
  options: { reason: required('TEXT', 'Why, for the books', text(limits.replyChars)) },
  examples: ['order refund 42 --reason "the chair was broken"'],
  run: (context, { order: id, reason }) =>
    change(context, async (db, record) => {
      const before = await theOrderOf(db, id);
      if (before.status === 'refunded') return said(`Order ${id} was refunded before.`, before);
      if (before.status === 'running') {
        throw refused(
          `Order ${id} is running. A manager of its outlet can refund it in the app, which stops the chair too.`,
        );
      }
      if (!isIn(startedStatuses, before.status)) {
        throw refused(`Order ${id} is ${before.status}: there is nothing to give back.`);
      }
      await refundAsOperator(db, id, { at: context.clock(), reason, requestedBy: context.actor });
      const after = await theOrderOf(db, id);
      await record('order refund', `order ${id}`, before, after);
      return said(`Order ${id} is refunded: ${formatMoney(after.amount, after.currency)}.`, after);
    }),
});

export const orderCommands = [show, refund];
