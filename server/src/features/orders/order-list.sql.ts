import type { Currency } from '@recline/contract/money';
import { instantOf, microsOf } from '../../platform/cursor.ts';
import { statement } from '../../platform/db.ts';
import type { Filters, Way } from './order-list.rules.ts';
import { type OrderRow, orderColumns, orderSource } from './orders.view.ts';

/** $1 outlets, $2 the beginning of the period, $3 to $9 the filters. */
export type Asked = [number[], Date, ...(string | null)[]];
export const askedOf = (outletIds: number[], since: Date, filters: Filters): Asked => [
  outletIds,
  since,
  filters.deviceId ?? null,
  filters.type ?? null,
  filters.status ?? null,
  filters.gear ?? null,
  filters.couponProperty ?? null,
  filters.couponNo ?? null,
  filters.cashCouponNo ?? null,
];

const kinds = '($4::text IS NULL OR o.type = $4) AND ($6::text IS NULL OR o.gear = $6)';
const others = '($5::text IS NULL OR o.status = $5) AND ($7::text IS NULL OR o.coupon_property = $7)';
const numbers = `($3::text IS NULL OR o.device_id = $3) AND ($8::text IS NULL OR o.coupon_no = $8)
  AND ($9::text IS NULL OR o.cash_coupon_no = $9)`;

const outlets = 'unnest($1::bigint[]) AS t(outlet_id)';
const typesAndGears = `${outlets}
  JOIN unnest('{online,cash_coupon,coin}'::text[]) AS y(type) ON $4::text IS NULL OR y.type = $4
  JOIN unnest('{gentle,standard,deep}'::text[]) AS g(gear) ON $6::text IS NULL OR g.gear = $6`;

/** Where each way reads: one stream of orders a row of `from`, found by `where`. */
const ways: Record<Way, { from: string; where: string }> = {
  outlet: { from: outlets, where: 'o.outlet_id = t.outlet_id' },
  kind: { from: typesAndGears, where: 'o.outlet_id = t.outlet_id AND o.type = y.type AND o.gear = g.gear' },
  status: { from: outlets, where: "o.outlet_id = t.outlet_id AND o.status = $5 AND o.status <> 'finished'" },
  property: { from: outlets, where: 'o.outlet_id = t.outlet_id AND o.coupon_property = $7' },
  device: { from: '(VALUES (0)) AS t', where: 'o.device_id = $3 AND o.outlet_id = ANY($1::bigint[])' },
  coupon: { from: '(VALUES (0)) AS t', where: 'o.coupon_no = $8 AND o.outlet_id = ANY($1::bigint[])' },
  cashCoupon: { from: '(VALUES (0)) AS t', where: 'o.cash_coupon_no = $9 AND o.outlet_id = ANY($1::bigint[])' },
};

// The list ----------------------------------------------------------------------------------

/** $10 and $11 the place after which the page begins, $12 how many orders. */
type PageOf = [...Asked, number, number, number];
export type ListedRow = OrderRow & { at_micros: number };

const inSpan = `o.at >= $2 AND (o.at, o.id) < (${instantOf('$10::bigint')}, $11::bigint)`;
const newestFirst = 'ORDER BY o.at DESC, o.id DESC';

/** The whole orders, one by one: only those of the page, whatever the planner expects it to hold. */
const shown = (page: string) => `
  WITH page AS (${page} ${newestFirst} LIMIT $12)
  SELECT r.*, ${microsOf('page.at')} AS at_micros FROM page
  CROSS JOIN LATERAL (SELECT ${orderColumns} FROM ${orderSource} WHERE o.id = page.id OFFSET 0) r
  ORDER BY page.at DESC, page.id DESC`;

const listBy = (way: Way) => {
  const { from, where } = ways[way];
  return statement<ListedRow, PageOf>(
    `orders.list.${way}`,
    shown(`SELECT o.id, o.at FROM ${from} CROSS JOIN LATERAL (
      SELECT o.id, o.at FROM orders o WHERE ${where} AND ${inSpan} AND ${kinds} AND ${others} AND ${numbers}
      ${newestFirst} LIMIT $12) o`),
  );
};
export const lists: Record<Way, ReturnType<typeof listBy>> = {
  outlet: listBy('outlet'),
  kind: listBy('kind'),
  status: listBy('status'),
  property: listBy('property'),
  device: listBy('device'),
  coupon: listBy('coupon'),
  cashCoupon: listBy('cashCoupon'),
};

/** Those among the newest thousand orders of all outlets; too few of them says nothing. */
export const listAmongNewest = statement<ListedRow, PageOf>(
  'orders.list.newest',
  shown(`SELECT o.id, o.at FROM (
    SELECT o.id, o.at, o.outlet_id, o.type, o.status, o.gear, o.coupon_property FROM orders o
    WHERE ${inSpan} AND $3::text IS NULL AND $8::text IS NULL AND $9::text IS NULL
    ${newestFirst} LIMIT 1000) o
  WHERE o.outlet_id = ANY($1::bigint[]) AND ${kinds} AND ${others}`),
);

// The summary -------------------------------------------------------------------------------

export interface Totals {
  online_orders: number;
  online_amount: number;
  cash_orders: number;
  cash_amount: number;
}

const totalsBy = (way: Way) => {
  const { from, where } = ways[way];
  return statement<Totals, [...Asked, Date, Currency]>(
    `orders.totals.${way}`,
    `SELECT count(*) FILTER (WHERE o.type = 'online') AS online_orders,
       coalesce(sum(o.amount) FILTER (WHERE o.type = 'online'), 0)::bigint AS online_amount,
       count(*) FILTER (WHERE o.type <> 'online') AS cash_orders,
       coalesce(sum(o.amount) FILTER (WHERE o.type <> 'online'), 0)::bigint AS cash_amount
     FROM ${from} JOIN orders o ON ${where}
     WHERE o.at >= $2 AND o.at < $10 AND o.currency = $11 AND o.status IN ('running', 'finished')
       AND ${kinds} AND ${others} AND ${numbers}`,
  );
};
export const totals: Record<Way, ReturnType<typeof totalsBy>> = {
  outlet: totalsBy('outlet'),
  kind: totalsBy('kind'),
  status: totalsBy('status'),
  property: totalsBy('property'),
  device: totalsBy('device'),
  coupon: totalsBy('coupon'),
  cashCoupon: totalsBy('cashCoupon'),
};
