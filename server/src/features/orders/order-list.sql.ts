import { countedStatuses, gears, orderTypes } from '@recline/contract/dictionary';
import { limits } from '@recline/contract/limits';
import type { Currency } from '@recline/contract/money';
import type { Span } from '../../platform/calendar.ts';
import { instantOf, type Position } from '../../platform/cursor.ts';
import { type Db, statementOf } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';
import { type OrderRow, orderColumns, orderSource } from './order.view.ts';
import { type Filters, isIncome, newestOf, unusualStatuses, type Way, wayOf } from './order-list.rules.ts';

// Each set of filters has its own statement, which names only the columns it filters by. That allows index-only scans,
// and the planner sees that reading the index in order is fastest.

const columns: Record<keyof Filters, string> = {
  deviceId: 'device_id',
  type: 'type',
  status: 'status',
  gear: 'gear',
  couponProperty: 'coupon_property',
  couponNo: 'coupon_no',
  cashCouponNo: 'cash_coupon_no',
};
const names = Object.keys(columns) as (keyof Filters)[];

interface Asked {
  /** Identifies the statement of these filters. */
  key: string;
  /** Each row of `from` is one stream of orders, found by `where`; $1 is the outlets. */
  from: string;
  where: string;
  values: unknown[];
}

/** The filters as a condition on `o`; `values` are the parameters before theirs. */
export function matching(filters: Filters, values: unknown[]) {
  const given = names.filter((name) => filters[name] !== undefined);
  return {
    key: given.join('+'),
    columns: given.map((name) => columns[name]),
    text: given.map((name, index) => ` AND o.${columns[name]} = $${values.length + index + 1}`).join(''),
    values: [...values, ...given.map((name) => filters[name])],
  };
}

/**
 * An order that was cancelled without ever being paid is listed only when that status is asked for. Money that came for
 * it went back; a lookup there keeps the scan of the orders index-only.
 */
export const unlessUnpaid = ({ status }: Filters): string =>
  status === undefined
    ? ` AND (o.status <> 'cancelled' OR EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id))`
    : '';

const outlets = 'unnest($1::bigint[]) AS t(outlet_id)';
const together = { from: '(VALUES (0)) AS t(one)', where: 'o.outlet_id = ANY($1::bigint[])' };
const apart = { from: outlets, where: 'o.outlet_id = t.outlet_id' };
const ways: Record<Exclude<Way, 'kind'>, { from: string; where: string }> = {
  outlet: apart,
  status: { ...apart, where: `${apart.where} AND o.status <> 'finished'` },
  property: apart,
  device: together,
  coupon: together,
  cashCoupon: together,
};

function askedOf(filters: Filters, values: unknown[], way = wayOf(filters)): Asked {
  if (way === 'kind') return askedByKind(filters, values);
  const match = matching(filters, values);
  const { from, where } = ways[way];
  return { key: `${way}.${match.key}`, from, where: where + match.text, values: match.values };
}

/** A stream for each type and gear of each outlet. */
function askedByKind({ type, gear, ...others }: Filters, values: unknown[]): Asked {
  const kinds = [type ? [type] : orderTypes, gear ? [gear] : gears];
  const match = matching(others, [...values, ...kinds]);
  const first = values.length + 1;
  return {
    key: `kind.${match.key}`,
    from: `${outlets} CROSS JOIN unnest($${first}::text[]) AS y(type) CROSS JOIN unnest($${first + 1}::text[]) AS g(gear)`,
    where: `${apart.where} AND o.type = y.type AND o.gear = g.gear${match.text}`,
    values: match.values,
  };
}

// The list ----------------------------------------------------------------------------------

/** $2 the beginning of the period, $3 and $4 the position after which the page begins, $5 the number of orders. */
export const inSpan = `o.at >= $2 AND (o.at, o.id) < (${instantOf('$3::bigint')}, $4::bigint)`;
export const newestFirst = 'ORDER BY o.at DESC, o.id DESC';
// No page is longer. A literal limit tells the planner that the scan ends early.
const longest = `LIMIT ${limits.pageMax + 1}`;

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
export const shown = (page: string, only = 'true') => `
  WITH page AS (${page} ${newestFirst} LIMIT $5)
  SELECT r.* FROM page
  CROSS JOIN LATERAL (SELECT ${orderColumns} FROM ${orderSource} WHERE o.id = page.id OFFSET 0) r
  WHERE ${only} ORDER BY page.at DESC, page.id DESC`;
/** A page that is not full is read again by another index, so its orders are not needed. */
const ifFull = '(SELECT count(*) FROM page) = $5';

/** A page merged from its streams; $6 orders of each are read. */
const merged = (from: string, where: string) => `SELECT o.id, o.at FROM ${from} CROSS JOIN LATERAL (
  SELECT * FROM (SELECT o.id, o.at FROM orders o WHERE ${where} AND ${inSpan} ${newestFirst} ${longest}) o
  ${newestFirst} LIMIT $6) o`;

export function listPage(db: Db, page: PageOf, way: Way, share: number): Promise<OrderRow[]> {
  const { key, from, where, values } = askedOf(page.filters, [...valuesOf(page), share], way);
  return statementOf<OrderRow>(`orders.list.${key}`, () => shown(merged(from, where + unlessUnpaid(page.filters))))(
    db,
    ...values,
  );
}

/** The page, or no rows if it is not full. */
export function listFullPage(db: Db, page: PageOf, way: Way, share: number): Promise<OrderRow[]> {
  const { key, from, where, values } = askedOf(page.filters, [...valuesOf(page), share], way);
  return statementOf<OrderRow>(`orders.full.${key}`, () =>
    shown(merged(from, where + unlessUnpaid(page.filters)), ifFull),
  )(db, ...values);
}

/** What is in the indexes by time. */
const newest: Record<ReturnType<typeof newestOf>, string> = {
  all: 'true',
  unusual: `o.status IN (${sqlList(unusualStatuses)})`,
  withCoupon: 'o.coupon_property IS NOT NULL',
};

/** The matching orders among the newest of all outlets; no rows if they do not fill the page. */
export function listAmongNewest(db: Db, page: PageOf): Promise<OrderRow[]> {
  const index = newestOf(page.filters);
  const match = matching(page.filters, valuesOf(page));
  const needed = new Set(['id', 'at', 'outlet_id', 'status', ...match.columns]);
  const read = [...needed].map((name) => `o.${name}`).join(', ');
  const text = () => {
    const looked = `SELECT ${read} FROM orders o WHERE ${newest[index]} AND ${inSpan} ${newestFirst} LIMIT 2000`;
    return shown(
      `SELECT o.id, o.at FROM (${looked}) o WHERE ${together.where}${match.text}${unlessUnpaid(page.filters)}`,
      ifFull,
    );
  };
  return statementOf<OrderRow>(`orders.newest.${index}.${match.key}`, text)(db, ...match.values);
}

// The summary -------------------------------------------------------------------------------

export interface Totals {
  online_orders: number;
  online_amount: number;
  cash_orders: number;
  cash_amount: number;
}

/** Number and amount of the orders `o`: those of a given status, else those that count as income. */
export function totalColumns(status: Filters['status']) {
  const amount = isIncome(status) ? 'o.amount - o.refunded_amount' : 'o.amount';
  const of = (name: string, kind: string) => `count(*) FILTER (WHERE ${kind}) AS ${name}_orders,
      coalesce(sum(${amount}) FILTER (WHERE ${kind}), 0)::bigint AS ${name}_amount`;
  return {
    columns: `${of('online', "o.type = 'online'")}, ${of('cash', "o.type <> 'online'")}`,
    which: status === undefined ? `o.status IN (${sqlList(countedStatuses)})` : 'true',
  };
}

/** The matching orders of the status asked for, else those that count as income. */
export function totalsOfOrders(db: Db, outletIds: number[], filters: Filters, span: Span, currency: Currency) {
  const { key, from, where, values } = askedOf(filters, [outletIds, span.since, span.until, currency]);
  const { columns: totals, which } = totalColumns(filters.status);
  const text = () => `SELECT ${totals} FROM ${from} JOIN orders o ON ${where}
    WHERE o.at >= $2 AND o.at < $3 AND o.currency = $4 AND ${which}`;
  const kind = isIncome(filters.status) ? 'income' : 'others';
  return statementOf<Totals>(`orders.totals.${kind}.${key}`, text).one(db, ...values);
}
