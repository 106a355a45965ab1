import type { InputOf, OutputOf } from '@recline/contract/call';
import type { Currency } from '@recline/contract/money';
import type { orders } from '@recline/contract/orders';
import { type Span, spanOf } from '../../../platform/calendar.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Position, readCursor, writeCursor } from '../../../platform/cursor.ts';
import type { Db, Pool } from '../../../platform/db.ts';
import { fail } from '../../../platform/error.ts';
import { microsIn } from '../../../platform/instants.ts';
import { withinDeadline } from '../../../platform/statement-deadline.ts';
import type { Outlets, Scope } from '../../outlets/index.ts';
import type { Revenue } from '../../revenue/index.ts';
import { maskedMobiles } from './guest-mobiles.ts';
import { type OrderRow, toOrder } from './order.view.ts';
import * as rules from './order-list.rules.ts';
import * as sql from './order-list.sql.ts';
import { type Keyword, readKeyword } from './order-search.rules.ts';
import { listFound, totalsOfFound } from './order-search.sql.ts';
import { limitMobileSearches } from './order-search.ts';
import { maySeeOrder, type OrderViewer } from './visibility.ts';

interface OrderListDeps {
  pool: Pool;
  clock: Clock;
  outlets: Outlets;
  revenue: Revenue;
  /** The default country for mobile numbers without a calling code. */
  country: string;
  /** A manager's search that takes longer is refused. Without it the caller is an operator, who has no limits. */
  deadlineMs?: number;
}
/** A manager, or an operator of the command line. */
type ListViewer = OrderViewer & { outletIds: number[] };
type List = typeof orders.list;
type Summary = typeof orders.summary;

const nothing: sql.Totals = { online_orders: 0, online_amount: 0, cash_orders: 0, cash_amount: 0 };

/** The filters of a request; omitting one does not compile. */
const filtersOf = (input: rules.Filters): rules.Filters => {
  const { deviceId, type, status, gear, couponProperty, couponNo, cashCouponNo, currency } = input;
  return { deviceId, type, status, gear, couponProperty, couponNo, cashCouponNo, currency } satisfies Record<
    keyof rules.Filters,
    unknown
  >;
};

/** Lists are sorted by an order's time. */
const positionOf = ({ id, started_at, created_at }: OrderRow): Position => ({
  micros: microsIn(started_at ?? created_at),
  id,
});

export function makeOrderList({ pool, clock, outlets, revenue, country, deadlineMs }: OrderListDeps) {
  const withDeadline = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    deadlineMs === undefined ? work(pool) : withinDeadline(pool, deadlineMs, () => fail('searchTooWide'), work);

  async function keywordOf(caller: ListViewer, text: string | undefined): Promise<Keyword | undefined> {
    const keyword = text === undefined ? undefined : readKeyword(text, country);
    const isLimited = deadlineMs !== undefined && typeof keyword?.mobile === 'string';
    if (isLimited) await limitMobileSearches({ pool, clock }, caller, keyword);
    return keyword;
  }

  async function list(caller: ListViewer, input: InputOf<List>, offset: number | undefined): Promise<OutputOf<List>> {
    const { outletIds, offset: minutes } = await outlets.scopeOf(caller, input, offset);
    const now = clock();
    const page = { outletIds, filters: filtersOf(input), ...placeOf(input, spanOf(input, now, minutes)) };
    const keyword = await keywordOf(caller, input.keyword);
    const found = await withDeadline((db) => (keyword ? listFound(db, page, keyword) : sql.listPage(db, page)));
    const rows = found.slice(0, input.limit);
    const last = rows.at(-1);
    const nextCursor = last && found.length > rows.length ? writeCursor(positionOf(last)) : null;
    const visible = rows.filter((row) => maySeeOrder(caller, row));
    const mobiles = await maskedMobiles(
      pool,
      visible.map((row) => row.placed_by),
    );
    const rowOf = (row: (typeof visible)[number]) => ({
      ...toOrder(row, now),
      guestMobile: mobiles.get(row.placed_by ?? 0) ?? null,
    });
    return { rows: visible.map(rowOf), nextCursor };
  }

  async function summary(
    caller: ListViewer,
    input: InputOf<Summary>,
    offset: number | undefined,
  ): Promise<OutputOf<Summary>> {
    const scope = await outlets.scopeOf(caller, input, offset);
    const keyword = await keywordOf(caller, input.keyword);
    const filters = { ...filtersOf(input), currency: scope.currency };
    const row = await totalsOf(scope, spanOf(input, clock(), scope.offset), filters, keyword);
    const online = { orders: row.online_orders, amount: row.online_amount };
    const cash = { orders: row.cash_orders, amount: row.cash_amount };
    const all = { orders: online.orders + cash.orders, amount: online.amount + cash.amount };
    return { all, online, cash, currency: scope.currency, currencies: scope.currencies };
  }

  /** The matching orders of the requested status, or else those that count as income. */
  async function totalsOf(
    scope: Scope,
    span: Span,
    filters: rules.Filters & { currency: Currency },
    keyword: Keyword | undefined,
  ): Promise<sql.Totals> {
    const { outletIds } = scope;
    if (keyword) return withDeadline((db) => totalsOfFound(db, { outletIds, filters, span, keyword }));
    if (!rules.isPlain(filters)) return withDeadline((db) => sql.totalsOfOrders(db, outletIds, filters, span));
    const income = await revenue.incomeIn(scope, span);
    const online = { online_orders: income.onlineOrders, online_amount: income.online };
    return filters.type
      ? { ...nothing, ...online }
      : { ...online, cash_orders: income.cashOrders, cash_amount: income.cash };
  }

  return { list, summary };
}

/** Where a page begins and ends; one extra row shows whether another page follows. */
function placeOf({ cursor, limit }: { cursor?: string | undefined; limit: number }, { since, until }: Span) {
  const end = { micros: until.getTime() * 1000, id: 0 };
  const given = readCursor(cursor) ?? end;
  return { since, after: given.micros < end.micros ? given : end, limit: limit + 1 };
}

export type OrderList = ReturnType<typeof makeOrderList>;
