import { text } from '@recline/contract/fields';
import { limits } from '@recline/contract/limits';
import { type Currency, formatMoney } from '@recline/contract/money';
import { lockOrder } from '../features/orders/orders.life.sql.ts';
import { refundWithin } from '../features/orders/orders.refund.ts';
import { type Db, statement } from '../platform/db.ts';
import { command, required } from './command.ts';
import { change } from './context.ts';
import { notFound, refused } from './failure.ts';
import * as fields from './fields.ts';
import { listed, pairs, said } from './output.ts';

interface OrderRow {
  id: number;
  type: string;
  status: string;
  pay_type: string;
  device_id: string;
  outlet_id: number;
  outlet_name: string;
  placed_by: string | null;
  gear: string;
  minutes: number;
  list_amount: number;
  amount: number;
  currency: Currency;
  coupon_no: string | null;
  cash_coupon_no: string | null;
  created_at: Date;
  started_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  end_reason: string | null;
  overlapping: boolean;
}

const selectOne = statement<OrderRow, [number]>(
  'cli.orders.one',
  `SELECT o.*, t.name AS outlet_name, coalesce(a.account, a.mobile) AS placed_by
   FROM orders o JOIN outlets t ON t.id = o.outlet_id LEFT JOIN accounts a ON a.id = o.placed_by WHERE o.id = $1`,
);

interface Moment {
  at: Date;
  what: string;
  details: unknown;
}

/** Everything that was ever written down about an order, in the order in which it happened. */
const history = statement<Moment, [number]>(
  'cli.orders.history',
  `SELECT at, what, details FROM (
     SELECT created_at AS at, 0 AS turn, 'order placed' AS what, jsonb_build_object('payType', pay_type) AS details
       FROM orders WHERE id = $1
     UNION ALL SELECT at, 1, 'payment ' || kind,
       jsonb_strip_nulls(jsonb_build_object('amount', amount, 'currency', currency, 'provider', provider,
         'key', key, 'ref', provider_ref, 'reason', reason)) FROM payments WHERE order_id = $1
     UNION ALL SELECT created_at, 2, 'command ' || type, jsonb_build_object('commandId', id) FROM commands WHERE order_id = $1
     UNION ALL SELECT acked_at, 3, 'command ' || type || ' ' || result,
       jsonb_strip_nulls(jsonb_build_object('commandId', id, 'reason', reason))
       FROM commands WHERE order_id = $1 AND acked_at IS NOT NULL
     UNION ALL SELECT at, 4, 'chair says ' || type,
       jsonb_strip_nulls(jsonb_build_object('receivedAt', received_at, 'offline', nullif(offline, false),
         'clockDistrusted', nullif(clock_distrusted, false), 'payload', payload))
       FROM device_events WHERE order_id = $1
     UNION ALL SELECT ended_at, 5, 'order ended', jsonb_strip_nulls(jsonb_build_object('reason', end_reason))
       FROM orders WHERE id = $1 AND ended_at IS NOT NULL
     UNION ALL SELECT created_at, 6, 'feedback sent', jsonb_build_object('problem', problem, 'description', description)
       FROM feedback WHERE order_id = $1
     UNION ALL SELECT replied_at, 7, 'feedback answered', jsonb_build_object('reply', reply, 'status', status)
       FROM feedback WHERE order_id = $1 AND replied_at IS NOT NULL
     UNION ALL SELECT at, 8, action, jsonb_build_object('actor', actor) FROM audit_log WHERE target = 'order ' || $1::text
   ) moments ORDER BY at, turn`,
);

const shape = (row: OrderRow) => ({
  orderId: String(row.id),
  status: row.status,
  type: row.type,
  payType: row.pay_type,
  amount: row.amount,
  listAmount: row.list_amount,
  currency: row.currency,
  deviceId: row.device_id,
  outletId: String(row.outlet_id),
  outletName: row.outlet_name,
  placedBy: row.placed_by,
  gear: row.gear,
  minutes: row.minutes,
  couponNo: row.coupon_no,
  cashCouponNo: row.cash_coupon_no,
  createdAt: row.created_at,
  startedAt: row.started_at,
  endsAt: row.ends_at,
  endedAt: row.ended_at,
  endReason: row.end_reason,
  overlapping: row.overlapping,
});

export async function findOrder(db: Db, id: number) {
  const row = await selectOne.maybe(db, id);
  if (!row) throw notFound(`No order ${id}.`);
  return shape(row);
}

const theOrder = { order: required('ID', 'The order', fields.id) };

const show = command({
  name: 'order show',
  summary: 'Shows an order with its whole history',
  arguments: theOrder,
  examples: ['order show 42', 'order show 42 --json'],
  async run({ pool }, { order: id }) {
    const order = await findOrder(pool, id);
    const moments = await history(pool, id);
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
      const locked = await lockOrder.maybe(db, id);
      const before = await findOrder(db, id);
      if (!locked || before.status === 'refunded') return said(`Order ${id} was refunded before.`, before);
      if (before.status === 'running') {
        throw refused(
          `Order ${id} is running. A manager of its outlet can refund it in the app, which stops the chair too.`,
        );
      }
      if (!(await refundWithin(db, locked, reason, context.clock()))) {
        throw refused(`Order ${id} is ${before.status}: there is nothing to give back.`);
      }
      const after = await findOrder(db, id);
      await record('order refund', `order ${id}`, before, after);
      return said(`Order ${id} is refunded: ${formatMoney(after.amount, after.currency)}.`, after);
    }),
});

export const orderCommands = [show, refund];
