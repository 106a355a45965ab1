import type { InputOf, OutputOf } from '@recline/contract/call';
import type { orders } from '@recline/contract/orders';
import { type Span, spanOf } from '../../platform/calendar.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Position, readCursor, writeCursor } from '../../platform/cursor.ts';
import type { Pool } from '../../platform/db.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { microsIn } from '../../platform/instants.ts';
import type { Outlets, OutletViewer, Scope } from '../outlets/index.ts';
import type { Revenue } from '../revenue/index.ts';
import { type OrderRow, toOrder } from './order.view.ts';
import * as rules from './order-list.rules.ts';
import * as sql from './order-list.sql.ts';
import { listFound, totalsOfFound } from './order-search.sql.ts';
import { makeOrderSearch } from './order-search.ts';

interface OrderListDeps {
  pool: Pool;
  clock: Clock;
  outlets: Outlets;
  revenue: Revenue;
}
type List = typeof orders.list;
type Summary = typeof orders.summary;

const nothing: sql.Totals = { online_orders: 0, online_amount: 0, cash_orders: 0, cash_amount: 0 };

/** The filters of a request; a missing one does not compile. */
const filtersOf = (input: rules.Filters): rules.Filters => {
  const { deviceId, type, status, gear, couponProperty, couponNo, cashCouponNo } = input;
  return { deviceId, type, status, gear, couponProperty, couponNo, cashCouponNo } satisfies Record<
    keyof rules.Filters,
    unknown
  >;
};

/** Lists are sorted by an order's time. */
const positionOf = ({ id, started_at, created_at }: OrderRow): Position => ({
  micros: microsIn(started_at ?? created_at),
  id,
});

export function makeOrderList({ pool, clock, outlets, revenue }: OrderListDeps) {
  const search = makeOrderSearch(pool);

  async function list(caller: OutletViewer, input: InputOf<List>, offset: number | undefined): Promise<OutputOf<List>> {
    const { outletIds, offset: minutes } = await outlets.scopeOf(caller, { outletId: input.outletId }, offset);
    const now = clock();
    const span = spanOf(input, now, minutes);
    const found = await findRows(outletIds, span, input, input.limit + 1);
    const rows = found.slice(0, input.limit);
    const last = rows.at(-1);
    const nextCursor = last && found.length > rows.length ? writeCursor(positionOf(last)) : null;
    return { rows: rows.map((row) => toOrder(row, now)), nextCursor };
  }

  async function findRows(outletIds: number[], span: Span, input: InputOf<List>, limit: number) {
    const filters = filtersOf(input);
    const end = { micros: span.until.getTime() * 1000, id: 0 };
    const given = readCursor(input.cursor) ?? end;
    const page = { outletIds, filters, since: span.since, after: given.micros < end.micros ? given : end, limit };
    if (input.keyword !== undefined) return listFound(pool, page, await search.find(input.keyword));
    if (rules.looksThroughNewest(filters, outletIds.length)) {
      const newest = await sql.listAmongNewest(pool, page);
      if (newest.length === limit) return newest;
    }
    const until = new Date(Math.min(page.after.micros / 1000, clock().getTime()));
    const streams = rules.streamsOf(filters, outletIds.length);
    const recent = rules.recentSince({ since: page.since, until }, filters, streams);
    const found =
      recent && (await mergeStreams({ ...page, since: recent }, rules.recentWayOf(filters), sql.listFullPage));
    return found?.length === limit ? found : mergeStreams(page, rules.wayOf(filters), sql.listPage);
  }

  async function mergeStreams(page: sql.PageOf, way: rules.Way, list: typeof sql.listPage) {
    const share = rules.shareOf(page.limit, rules.streamsOf(page.filters, page.outletIds.length, way));
    const rows = await list(pool, page, way, share);
    return rules.isWhole(way, rows, page.limit, share) ? rows : list(pool, page, way, page.limit);
  }

  async function summary(
    caller: Caller,
    input: InputOf<Summary>,
    offset: number | undefined,
  ): Promise<OutputOf<Summary>> {
    const scope = await outlets.scopeOf(caller, input, offset);
    const row = await totalsOf(scope, spanOf(input, clock(), scope.offset), filtersOf(input), input.keyword);
    const online = { orders: row.online_orders, amount: row.online_amount };
    const cash = { orders: row.cash_orders, amount: row.cash_amount };
    const all = { orders: online.orders + cash.orders, amount: online.amount + cash.amount };
    return { all, online, cash, currency: scope.currency, currencies: scope.currencies };
  }

  /** The matching orders of the status asked for, else those that count as income. */
  async function totalsOf(
    scope: Scope,
    span: Span,
    filters: rules.Filters,
    keyword: string | undefined,
  ): Promise<sql.Totals> {
    if (keyword !== undefined) {
      const found = await search.find(keyword);
      return totalsOfFound(pool, { outletIds: scope.outletIds, filters, found }, span, scope.currency);
    }
    if (!rules.isPlain(filters)) return sql.totalsOfOrders(pool, scope.outletIds, filters, span, scope.currency);
    const income = await revenue.incomeIn(scope, span);
    const online = { online_orders: income.onlineOrders, online_amount: income.online };
    return filters.type
      ? { ...nothing, ...online }
      : { ...online, cash_orders: income.cashOrders, cash_amount: income.cash };
  }

  return { list, summary };
}

export type OrderList = ReturnType<typeof makeOrderList>;
