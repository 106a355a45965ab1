import { type CsvCell, formatCsv } from '@recline/contract/csv';
import { minorUnits } from '@recline/contract/money';
import type { AppTexts } from '../../../../locales/index.ts';
import type { DetailsData } from './details.queries.ts';
import { isMonthly } from './report-rows.ts';

interface Shown extends DetailsData {
  /** The period and the outlet in words, as on the screen. */
  period: string;
  outlet: string;
}

const full = (amount: number): number => amount / minorUnits;

/** The details screen as a file: the figures, the ranking of outlets, the days or months. */
export function detailsCsv({ figures, ranking, report, period, outlet }: Shown, t: AppTexts): string {
  const rows: CsvCell[][] = [
    [t.details.period, period],
    [t.details.outlet, outlet],
    [t.details.currency, figures.currency],
    [],
    [t.details.yield, full(figures.yield)],
    [t.details.online, full(figures.online)],
    [t.details.cash, full(figures.cash)],
    [t.details.orders, figures.orders],
    [t.details.devices, figures.devices],
    [t.details.perDevice, full(figures.perDevice)],
    [],
    [
      t.details.outlet,
      t.details.devices,
      t.details.online,
      t.details.cash,
      t.details.total,
      t.details.orders,
      t.details.perDevice,
    ],
    ...ranking.map((row) => [
      row.outletName,
      row.devices,
      full(row.online),
      full(row.cash),
      full(row.total),
      row.orders,
      full(row.perDevice),
    ]),
    [],
    [
      isMonthly(report) ? t.details.month : t.details.day,
      t.details.online,
      t.details.cash,
      t.details.total,
      t.details.orders,
    ],
    ...report.map((row) => [row.day, full(row.online), full(row.cash), full(row.online + row.cash), row.orders]),
  ];
  return formatCsv(rows, { byteOrderMark: true });
}
