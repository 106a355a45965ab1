import { minorToText } from '@recline/contract/amount-text';
import { formatCsv } from '@recline/contract/csv';
import { formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import { findOutlet, listOutlets } from '../features/outlets/index.ts';
import { type IncomeRow, incomeParts, incomeReport, totalsOf } from '../features/revenue/index.ts';
import { command, optional, required } from './command.ts';
import { usage } from './failure.ts';
import * as fields from './fields.ts';
import { withNewFile } from './new-file.ts';
import { listed, plural, said } from './output.ts';
import { payments } from './report-payments.ts';
import { periodHelp, readPeriod } from './times.ts';

const money = (name: 'online' | 'cash' | 'gross' | 'refunds' | 'net') => (row: IncomeRow) =>
  formatMoney(row[name], row.currency);

const figureColumns = {
  ORDERS: (row: IncomeRow) => row.orders,
  ONLINE: money('online'),
  CASH: money('cash'),
  GROSS: money('gross'),
  REFUNDS: money('refunds'),
  NET: money('net'),
};

const part = z.enum(incomeParts, `must be among ${incomeParts.join(', ')}`);

const header = ['outletId', 'outletName', 'day', 'currency', 'orders', 'online', 'cash', 'gross', 'refunds', 'net'];

const toCsv = (rows: IncomeRow[]): string => {
  const lines = rows.map((row) => [
    row.outletId,
    row.outletName,
    row.day,
    row.currency,
    row.orders,
    ...[row.online, row.cash, row.gross, row.refunds, row.net].map(minorToText),
  ]);
  return formatCsv([header, ...lines], { byteOrderMark: true });
};

const income = command({
  name: 'report income',
  summary: 'Reports income by outlet, day or month, as the managers see it',
  notes:
    'An order counts on the day on which its chair started, less what was refunded of it, whenever that was.\nDays are those of each outlet, or of --zone.',
  options: {
    period: required('PERIOD', periodHelp, z.string()),
    by: optional('PARTS', 'outlet, day or month, with a comma between; else one sum', fields.listOf(part)),
    outlet: optional('ID', 'Only of this outlet', fields.id),
    csv: optional('FILE', 'A new file (CSV) instead of the screen', z.string()),
  },
  examples: ['report income --by outlet,day --period 2026-11', 'report income --period yesterday --outlet 1'],
  async run(context, { period, by = [], outlet, csv }) {
    if (by.includes('day') && by.includes('month')) throw usage('Give either day or month in --by.');
    readPeriod(period, 0); // also where there is no outlet
    const { pool, zone } = context;
    const outlets = outlet === undefined ? await listOutlets(pool) : [await findOutlet(pool, outlet)];
    const rows = await incomeReport(context, {
      outlets,
      periodAt: (offset) => readPeriod(period, offset),
      by,
      zone,
    });
    if (csv !== undefined) {
      await withNewFile(csv, (write) => write(toCsv(rows)));
      return said(`${plural(rows.length, 'row')} in ${csv}.`, { file: csv, rows: rows.length });
    }
    const parts = {
      ...(by.includes('outlet') && {
        OUTLET: (row: IncomeRow) => (row.outletId === null ? 'all' : `${row.outletId} ${row.outletName}`),
      }),
      ...(by.includes('day') && { DAY: (row: IncomeRow) => row.day ?? 'all' }),
      ...(by.includes('month') && { MONTH: (row: IncomeRow) => row.day?.slice(0, 7) ?? 'all' }),
    };
    const totals = totalsOf(rows);
    const shown = by.length === 0 ? rows : [...rows, ...totals];
    const { text } = listed(shown, { ...parts, ...figureColumns }, 'No outlets yet.');
    return { json: { rows, totals }, text };
  },
});

export const reportCommands = [income, payments];
