import type { Currency } from '@recline/contract/money';
import type { Span } from '../../../platform/calendar.ts';
import { type Db, statement, statementOf } from '../../../platform/db.ts';
import type { OrderRow } from './order.view.ts';
import type { Filters } from './order-list.rules.ts';
import {
  inSpan,
  longest,
  matching,
  newestFirst,
  ofOutlets,
  type PageOf,
  shown,
  type Totals,
  totalColumns,
  unlessUnpaid,
  valuesOf,
} from './order-list.sql.ts';
import type { Keyword } from './order-search.rules.ts';

/** The order with this number. */
export const orderByNo = statement<{ id: number }, [string]>(
  'orders.byNo',
  'SELECT id FROM orders WHERE reverse(order_no) = reverse($1)',
);

/** How orders are read: which columns, under which condition, and how many of them at most. */
interface Reading {
  columns: string;
  condition: string;
  /** Sorts and limits the orders of one chair or guest, which may be many. */
  atMost: string;
}

/** Each number has its own index, so each is looked up separately; the parameters begin at `first`. */
function foundBy(first: number, { columns, condition, atMost }: Reading): string {
  const [text, orderNoEnd, mobileEnd, mobile] = [0, 1, 2, 3].map((index) => `$${first + index}::text`);
  const many = (by: string) => `(SELECT ${columns} FROM orders o WHERE ${by} AND ${condition} ${atMost})`;
  // OFFSET 0 keeps the planner from scanning all orders by time instead.
  const few = (by: string) => `SELECT ${columns} FROM (SELECT * FROM orders WHERE ${by} OFFSET 0) o WHERE ${condition}`;
  const guest = (by: string) =>
    `SELECT o.* FROM published_accounts a CROSS JOIN LATERAL ${many('o.placed_by = a.id')} o WHERE ${by}`;
  const payment = (column: string) =>
    few(`id = ANY(ARRAY(SELECT order_id FROM published_payment_attempts WHERE ${column} = ${text}))`);
  return [
    many(`o.device_id = ${text}`),
    many(`o.device_id = upper(${text})`),
    few(`coupon_no = ${text}`),
    few(`cash_coupon_no = ${text}`),
    // Escapes the digits; matches numbers whose reversal begins with them.
    few(`reverse(order_no) ~>=~ reverse(${orderNoEnd}) AND reverse(order_no) ~<~ (reverse(${orderNoEnd}) || ':')`),
    guest(`right(a.mobile, 4) = ${mobileEnd}`),
    guest(`a.mobile = ${mobile}`),
    payment('number'),
    payment('provider_ref'),
  ].join(' UNION ');
}
const foundValues = ({ text, orderNoEnd, mobileEnd, mobile }: Keyword) => [text, orderNoEnd, mobileEnd, mobile];

/** A page of the orders that a keyword finds. */
export function listFound(db: Db, page: PageOf, keyword: Keyword): Promise<OrderRow[]> {
  const before = valuesOf(page);
  const match = matching(page.filters, [...before, ...foundValues(keyword)]);
  const condition = `${ofOutlets} AND ${inSpan}${match.text}${unlessUnpaid(page.filters)}`;
  const reading = { columns: 'o.id, o.at', condition, atMost: `${newestFirst} ${longest}` };
  const text = () => shown(`SELECT * FROM (${foundBy(before.length + 1, reading)}) o`);
  return statementOf<OrderRow>(`orders.search.${match.key}`, text)(db, ...match.values);
}

interface Question {
  outletIds: number[];
  filters: Filters & { currency: Currency };
  span: Span;
  keyword: Keyword;
}

export function totalsOfFound(db: Db, { outletIds, filters, span, keyword }: Question): Promise<Totals> {
  const before = [outletIds, span.since, span.until];
  const match = matching(filters, [...before, ...foundValues(keyword)]);
  const { columns, which } = totalColumns(filters.status);
  const condition = `${ofOutlets} AND o.at >= $2 AND o.at < $3${match.text}${which}`;
  const reading = { columns: 'o.id, o.type, o.amount, o.refunded_amount', condition, atMost: '' };
  const text = () => `SELECT ${columns} FROM (${foundBy(before.length + 1, reading)}) o`;
  return statementOf<Totals>(`orders.searchTotals.${match.key}`, text).one(db, ...match.values);
}

/** Whether a keyword finds any order of these outlets. */
export function isAnyFound(db: Db, outletIds: number[], keyword: Keyword): Promise<{ found: boolean }> {
  const reading = { columns: 'o.id', condition: ofOutlets, atMost: 'LIMIT 1' };
  const text = () => `SELECT EXISTS (${foundBy(2, reading)}) AS found`;
  return statementOf<{ found: boolean }>('orders.isAnyFound', text).one(db, outletIds, ...foundValues(keyword));
}
