import type { Currency } from '@recline/contract/money';
import { startedStatuses } from '@recline/contract/values';
import { statement } from '../../../platform/db.ts';
import { sqlList } from '../../../platform/rows.ts';

/** Income by criteria for which the statistics have no sums, for operators, computed from the orders. */

const started = `o.status IN (${sqlList(startedStatuses)})`;

export interface ChairIncome {
  device_id: string;
  currency: Currency;
  net: number;
}

/** Net income of every chair since an instant. */
export const incomeByChair = statement<ChairIncome, [Date]>(
  'orders.admin.incomeByChair',
  `SELECT o.device_id, o.currency, sum(o.amount - o.refunded_amount)::bigint AS net FROM orders o
   WHERE ${started} AND o.at >= $1 GROUP BY o.device_id, o.currency`,
);

export interface PayTypeIncome {
  pay_type: string;
  currency: Currency;
  orders: number;
  gross: number;
  refunds: number;
  net: number;
}

/** Income by payment method, of certain outlets, in a period. Orders count as in the statistics. */
export const incomeByPayType = statement<PayTypeIncome, [number[], Date, Date]>(
  'orders.admin.incomeByPayType',
  `SELECT o.pay_type, o.currency, count(*) FILTER (WHERE o.status <> 'refunded') AS orders,
     sum(o.amount)::bigint AS gross, sum(o.refunded_amount)::bigint AS refunds,
     sum(o.amount - o.refunded_amount)::bigint AS net
   FROM orders o WHERE ${started} AND o.outlet_id = ANY ($1::bigint[]) AND o.at >= $2 AND o.at < $3
   GROUP BY o.pay_type, o.currency ORDER BY o.currency, net DESC`,
);
