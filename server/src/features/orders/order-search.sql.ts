import type { Currency } from '@recline/contract/money';
import type { Span } from '../../platform/calendar.ts';
import { type Db, statement, statementOf } from '../../platform/db.ts';
import type { OrderRow } from './order.view.ts';
import type { Filters } from './order-list.rules.ts';
import {
  inSpan,
  matching,
  type PageOf,
  shown,
  type Totals,
  totalColumns,
  unlessUnpaid,
  valuesOf,
} from './order-list.sql.ts';

/** What a keyword may stand for. */
export interface Found {
  keyword: string;
  orderIds: number[];
  accountIds: number[];
}

/** The guests whose mobile number ends with these digits. */
export const accountsByMobileEnd = statement<{ id: number }, [string]>(
  'orders.accountsByMobileEnd',
  `SELECT id FROM accounts WHERE mobile IS NOT NULL AND reverse(mobile) LIKE reverse($1) || '%' LIMIT 1000`,
);

/** The orders of a payment, by our number or by the provider's. */
export const ordersByPayment = statement<{ id: number }, [string]>(
  'orders.byPayment',
  'SELECT order_id AS id FROM payment_attempts WHERE number = $1 UNION SELECT order_id FROM payment_attempts WHERE provider_ref = $1',
);

/** Each number has its own index, so each is looked up by its own; the parameters begin at `first`. */
const foundBy = (first: number) => {
  const parameter = (index: number) => `$${first + index}`;
  const sources = [
    `id = ANY(${parameter(0)}::bigint[])`,
    `placed_by = ANY(${parameter(1)}::bigint[])`,
    `device_id = ANY(ARRAY[${parameter(2)}::text, upper(${parameter(2)}::text)])`,
    `coupon_no = ${parameter(2)}::text`,
    `cash_coupon_no = ${parameter(2)}::text`,
  ];
  return sources.map((source) => `SELECT id FROM orders WHERE ${source}`).join(' UNION ');
};
const foundValues = ({ orderIds, accountIds, keyword }: Found) => [orderIds, accountIds, keyword];

const isFound = (first: number) => `o.outlet_id = ANY($1::bigint[]) AND o.id IN (${foundBy(first)})`;

/** A page of the orders that a keyword finds. */
export function listFound(db: Db, page: PageOf, found: Found): Promise<OrderRow[]> {
  const match = matching(page.filters, [...valuesOf(page), ...foundValues(found)]);
  const text = () =>
    shown(
      `SELECT o.id, o.at FROM orders o WHERE ${isFound(6)} AND ${inSpan}${match.text}${unlessUnpaid(page.filters)}`,
    );
  return statementOf<OrderRow>(`orders.search.${match.key}`, text)(db, ...match.values);
}

interface Question {
  outletIds: number[];
  filters: Filters;
  found: Found;
}

export function totalsOfFound(db: Db, { outletIds, filters, found }: Question, span: Span, currency: Currency) {
  const match = matching(filters, [outletIds, span.since, span.until, currency, ...foundValues(found)]);
  const { columns, which } = totalColumns(filters.status);
  const text = () => `SELECT ${columns} FROM orders o
    WHERE ${isFound(5)} AND o.at >= $2 AND o.at < $3 AND o.currency = $4 AND ${which}${match.text}`;
  const kind = filters.status ?? 'income';
  return statementOf<Totals>(`orders.searchTotals.${kind}.${match.key}`, text).one(db, ...match.values);
}
