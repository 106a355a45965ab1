import { type Currency, currencies } from '@recline/contract/money';
import { offsetIn, type Period, type Span, spanOf } from '../../platform/calendar.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db.ts';
import type { Outlet } from '../outlets/index.ts';
import { type Income, incomeOf } from './income.ts';
import { splitSpan } from './revenue.rules.ts';

/** The managers' statistics as a report for an operator: the same figures, of any outlets, in every currency. */

export const incomeParts = ['outlet', 'day', 'month'] as const;
export type IncomePart = (typeof incomeParts)[number];

export interface IncomeQuestion {
  outlets: Outlet[];
  /** The period, at this offset east of UTC, in minutes. */
  periodAt(offset: number): Period;
  by: readonly IncomePart[];
  /** Instead of each outlet's own time zone. */
  zone?: string | undefined;
}

export interface IncomeRow {
  outletId: string | null;
  outletName: string | null;
  /** The day, or the first day of the month, at the outlet. */
  day: string | null;
  currency: Currency;
  orders: number;
  online: number;
  cash: number;
  gross: number;
  refunds: number;
  net: number;
}

const figures = ['orders', 'online', 'cash', 'gross', 'refunds', 'net'] as const;

export async function incomeReport(deps: { pool: Pool; clock: Clock }, question: IncomeQuestion): Promise<IncomeRow[]> {
  const rows: IncomeRow[] = [];
  for (const group of groupsOf(question, deps.clock())) {
    for (const currency of currencies) rows.push(...(await rowsOf(deps.pool, group, currency)));
  }
  return merged(rows, ({ outletId, day, currency }) => `${outletId} ${day} ${currency}`);
}

/** The sum of each currency. */
export const totalsOf = (rows: IncomeRow[]): IncomeRow[] =>
  merged(
    rows.map((row) => ({ ...row, outletId: null, outletName: null, day: null })),
    ({ currency }) => currency,
  );

/** Outlets queried together: they share their spans, and get no separate rows. */
interface Group {
  outlets: Outlet[];
  /** The outlet of the rows. */
  name: Pick<IncomeRow, 'outletId' | 'outletName'>;
  spans: (Span & { day: string | null })[];
}

function groupsOf({ outlets, periodAt, by, zone }: IncomeQuestion, now: Date): Group[] {
  const offsetOf = (outlet: Outlet) => offsetIn(zone ?? outlet.timeZone, now);
  const keyOf = (outlet: Outlet) => (by.includes('outlet') ? outlet.outletId : String(offsetOf(outlet)));
  return [...Map.groupBy(outlets, keyOf).values()].map((together) => {
    const [first] = together as [Outlet, ...Outlet[]];
    const offset = offsetOf(first);
    const span = spanOf(periodAt(offset), now, offset);
    const unit = by.includes('day') ? 'day' : by.includes('month') ? 'month' : undefined;
    return {
      outlets: together,
      name: by.includes('outlet')
        ? { outletId: first.outletId, outletName: first.name }
        : { outletId: null, outletName: null },
      spans: unit ? splitSpan(span, unit, offset) : [{ ...span, day: null }],
    };
  });
}

/** A currency that none of the outlets has is listed only if there was income in it. */
async function rowsOf(pool: Pool, group: Group, currency: Currency): Promise<IncomeRow[]> {
  const outletIds = group.outlets.map(({ outletId }) => Number(outletId));
  const incomes = await incomeOf({ pool }, { outletIds, currency }, group.spans);
  const rows = incomes.map(({ day, income }) => ({ ...group.name, day, currency, ...figuresOf(income) }));
  const isTheirs = group.outlets.some((outlet) => outlet.currency === currency);
  // An order that was refunded whole no longer counts as one, but its refund does.
  return isTheirs ? rows : rows.filter((row) => row.orders !== 0 || row.refunds !== 0);
}

const figuresOf = ({ onlineOrders, cashOrders, online, cash, gross, refunds, total }: Income) => ({
  orders: onlineOrders + cashOrders,
  online,
  cash,
  gross,
  refunds,
  net: total,
});

/** Adds up the rows with the same key. */
function merged(rows: IncomeRow[], keyOf: (row: IncomeRow) => string): IncomeRow[] {
  const sums = new Map<string, IncomeRow>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row));
    if (!sum) sums.set(keyOf(row), { ...row });
    else for (const name of figures) sum[name] += row[name];
  }
  return [...sums.values()];
}
