import { countedStatuses } from '@recline/contract/dictionary';
import { limits } from '@recline/contract/limits';
import type { Currency } from '@recline/contract/money';
import type { Span } from '../../../platform/calendar.ts';
import { instantOf, type Position } from '../../../platform/cursor.ts';
import { type Db, statementOf } from '../../../platform/db.ts';
import { sqlList } from '../../../platform/rows.ts';
import type { OrderRow } from './order.view.ts';
import { type Filters, isIncome, readsByOutlet } from './order-list.rules.ts';
import { orderColumns, orderSource } from './orders.sql.ts';

// Each set of filters has its own statement with its own plan. A status is part of the text: for a rare one the planner
// takes the index of orders that are not finished.

const columns: Record<Exclude<keyof Filters, 'status'>, string> = {
  deviceId: 'device_id',
  type: 'type',
  gear: 'gear',
  couponProperty: 'coupon_property',
  couponNo: 'coupon_no',
  cashCouponNo: 'cash_coupon_no',
  currency: 'currency',
};
const names = Object.keys(columns) as (keyof typeof columns)[];

/** The filters as a condition on `o`; `values` are the parameters before theirs. */
export function matching({ status, ...filters }: Filters, values: unknown[]) {
  const given = names.filter((name) => filters[name] !== undefined);
  const conditions = given.map((name, index) => ` AND o.${columns[name]} = $${values.length + index + 1}`);
  return {
    /** Identifies the statement of these filters. */
    key: [status ?? 'any', ...given].join('+'),
    text: `${status === undefined ? '' : ` AND o.status = '${status}'`}${conditions.join('')}`,
    values: [...values, ...given.map((name) => filters[name])],
  };
}

/**
 * An order that was cancelled without ever being paid is listed only when that status is asked for. Late money for a
 * cancelled order was refunded, so a lookup among the refunds keeps the scan of the orders index-only.
 */
export const unlessUnpaid = ({ status }: Filters): string =>
  status === undefined
    ? ` AND (o.status <> 'cancelled' OR EXISTS (SELECT FROM published_refunds r WHERE r.order_id = o.id))`
    : '';

// The list ----------------------------------------------------------------------------------

/** $1 the outlets, $2 the beginning of the period, $3 and $4 the position after which the page begins, $5 its length. */
export const inSpan = `o.at >= $2 AND (o.at, o.id) < (${instantOf('$3::bigint')}, $4::bigint)`;
/** IS TRUE keeps the planner from reading outlet by outlet and sorting: the orders come in the order of the list. */
export const ofOutlets = '(o.outlet_id IN (SELECT unnest($1::bigint[]))) IS TRUE';
export const newestFirst = 'ORDER BY o.at DESC, o.id DESC';
// The longest page. A literal limit tells the planner that the scan ends early.
export const longest = `LIMIT ${limits.pageMax + 1}`;

export interface PageOf {
  outletIds: number[];
  filters: Filters;
  since: Date;
  after: Position;
  limit: number;
}
export const valuesOf = ({ outletIds, since, after, limit }: PageOf) => [
  outletIds,
  since,
  after.micros,
  after.id,
  limit,
];

/** Reads whole orders only for the page, one by one, whatever the planner expects. */
export const shown = (page: string) => `
  WITH page AS (SELECT * FROM (${page} ${newestFirst} ${longest}) o ${newestFirst} LIMIT $5)
  SELECT r.* FROM page
  CROSS JOIN LATERAL (SELECT ${orderColumns} FROM ${orderSource} WHERE o.id = page.id OFFSET 0) r
  ORDER BY page.at DESC, page.id DESC`;

const together = (condition: string) => `SELECT o.id, o.at FROM orders o WHERE ${ofOutlets} AND ${condition}`;

const byOutlet = (condition: string) => `SELECT o.id, o.at FROM unnest($1::bigint[]) AS t(outlet_id)
  CROSS JOIN LATERAL (SELECT * FROM (
    SELECT o.id, o.at FROM orders o WHERE o.outlet_id = t.outlet_id AND ${condition} ${newestFirst} ${longest}
  ) o ${newestFirst} LIMIT $5) o`;

export function listPage(db: Db, page: PageOf): Promise<OrderRow[]> {
  const { key, text, values } = matching(page.filters, valuesOf(page));
  const [way, read] = readsByOutlet(page.filters, page.outletIds.length)
    ? (['byOutlet', byOutlet] as const)
    : (['together', together] as const);
  const condition = `${inSpan}${text}${unlessUnpaid(page.filters)}`;
  return statementOf<OrderRow>(`orders.list.${way}.${key}`, () => shown(read(condition)))(db, ...values);
}

// The summary -------------------------------------------------------------------------------

export interface Totals {
  online_orders: number;
  online_amount: number;
  cash_orders: number;
  cash_amount: number;
}

/** Number and amount of the orders `o`: those of a given status, or else those that count as income. */
export function totalColumns(status: Filters['status']) {
  const amount = isIncome(status) ? 'o.amount - o.refunded_amount' : 'o.amount';
  const of = (name: string, kind: string) => `count(*) FILTER (WHERE ${kind}) AS ${name}_orders,
      coalesce(sum(${amount}) FILTER (WHERE ${kind}), 0)::bigint AS ${name}_amount`;
  return {
    columns: `${of('online', "o.type = 'online'")}, ${of('cash', "o.type <> 'online'")}`,
    which: status === undefined ? ` AND o.status IN (${sqlList(countedStatuses)})` : '',
  };
}

/** The matching orders of the requested status, or else those that count as income. */
export function totalsOfOrders(
  db: Db,
  outletIds: number[],
  filters: Filters & { currency: Currency },
  { since, until }: Span,
) {
  const { key, text, values } = matching(filters, [outletIds, since, until]);
  const { columns: totals, which } = totalColumns(filters.status);
  return statementOf<Totals>(
    `orders.totals.${key}`,
    () => `SELECT ${totals} FROM unnest($1::bigint[]) AS t(outlet_id) JOIN orders o ON o.outlet_id = t.outlet_id
      WHERE o.at >= $2 AND o.at < $3${text}${which}`,
  ).one(db, ...values);
}
