import { formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import { incomeByPayType } from '../features/orders/index.ts';
import { findOutlet, listOutlets } from '../features/outlets/index.ts';
import { spanOf } from '../platform/calendar.ts';
import { command, optional, required } from './command.ts';
import * as fields from './fields.ts';
import { outletZone } from './outlet-zone.ts';
import { listed } from './output.ts';
import { periodHelp, readPeriod } from './times.ts';

type Row = Awaited<ReturnType<typeof incomeByPayType>>[number];
const money = (name: 'gross' | 'refunds' | 'net') => (row: Row) => formatMoney(row[name], row.currency);

export const payments = command({
  name: 'report payments',
  summary: 'Reports income by payment method',
  notes: 'An order counts when its chair started. Days are those of the outlet, or of --zone.',
  options: {
    period: required('PERIOD', periodHelp, z.string()),
    outlet: optional('ID', 'Only of this outlet', fields.id),
  },
  examples: ['report payments --period 2026-11', 'report payments --period yesterday --outlet 1'],
  async run(context, { period, outlet }) {
    const { pool, clock } = context;
    const { offset } = await outletZone(context, outlet);
    const { since, until } = spanOf(readPeriod(period, offset), clock(), offset);
    const outlets = outlet === undefined ? await listOutlets(pool) : [await findOutlet(pool, outlet)];
    const rows = await incomeByPayType(
      pool,
      outlets.map(({ outletId }) => Number(outletId)),
      since,
      until,
    );
    const columns = {
      'PAID BY': (row: Row) => row.pay_type,
      ORDERS: (row: Row) => row.orders,
      GROSS: money('gross'),
      REFUNDS: money('refunds'),
      NET: money('net'),
    };
    return listed(rows, columns, 'No income in this time.');
  },
});
