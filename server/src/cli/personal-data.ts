import { formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import { orderIdByNo } from '../features/orders/index.ts';
import { listOutlets } from '../features/outlets/index.ts';
import { erasePerson, exportPerson, ordersOfGuest, type Person } from '../features/personal-data/index.ts';
import { makeFileHost } from '../features/uploads/index.ts';
import { makeLog } from '../platform/log.ts';
import { command, type Report, required } from './command.ts';
import type { Context } from './context.ts';
import * as fields from './fields.ts';
import { withNewFile } from './new-file.ts';
import { plural, said, show, table } from './output.ts';
import { outletTime } from './times.ts';

/** Commands that export and erase a person's data. */

export const newFile = required('FILE', 'A new file', z.string());

export async function exportTo(file: string, context: Context, person: Person): Promise<Report> {
  const data = await exportPerson(context, person);
  await withNewFile(file, (write) => write(`${JSON.stringify(data, null, 2)}\n`));
  const rows = Object.values(data).reduce((sum, each) => sum + each.length, 0);
  return said(`${plural(rows, 'row')} in ${file}.`, { file, rows });
}

export async function erase(context: Context, person: Person): Promise<Report> {
  const { files, ...erased } = await erasePerson(context, person);
  const { host } = makeFileHost(context.env, context.pool, context.clock, makeLog('warn'));
  if (!context.dryRun) for (const file of files) await host.remove(file);
  const counts = { ...erased, files: files.length };
  const shown = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
  return said(`Erased: ${shown.join(', ')}.`, counts);
}

const anOrder = {
  order: required('ORDER', 'An order of the guest: its id, or the number that the guest sees', fields.id),
};

/** The guest of an order, once the operator has seen which orders are affected. */
async function agreedGuest(context: Context, given: number, what: string, isFinal: boolean): Promise<Person> {
  const orderId = (await orderIdByNo(context.pool, String(given))) ?? given;
  const orders = await ordersOfGuest(context, orderId);
  const zones = new Map(
    (await listOutlets(context.pool)).map(({ outletId, timeZone }) => [Number(outletId), timeZone]),
  );
  const rows = orders.map((order) => [
    order.order_no,
    show(outletTime(order.created_at, zones.get(order.outlet_id) ?? 'UTC'), context.zone),
    order.device_id,
    formatMoney(order.amount, order.currency),
    order.status,
  ]);
  const concerned = table([['NUMBER', 'WHEN', 'CHAIR', 'AMOUNT', 'STATUS'], ...rows]);
  context.io.stderr.write(`${plural(orders.length, 'order')} of this guest:\n${concerned}\n`);
  await context.confirm(what, isFinal);
  return { orderId };
}

const exportGuest = command({
  name: 'guest export',
  summary: 'Writes the personal data of a guest without a number into a file (JSON)',
  notes: 'Shows the orders of this guest and asks. Of one with a number: `member export`.',
  arguments: { ...anOrder, file: newFile },
  confirms: () => undefined,
  examples: ['guest export 2611150000042 person.json'],
  async run(context, { order, file }) {
    return exportTo(
      file,
      context,
      await agreedGuest(context, order, 'All that is kept of this guest is written out.', false),
    );
  },
});

const eraseGuest = command({
  name: 'guest erase',
  summary: 'Erases the personal data of a guest without a number; orders and payments stay',
  notes:
    'Shows the orders of this guest and asks. It is refused while an order is not over, or a payment or refund not decided. Of one with a number: `member erase`.',
  arguments: anOrder,
  confirms: () => undefined,
  rehearses: true,
  examples: ['guest erase 2611150000042 --dry-run', 'guest erase 2611150000042 --yes'],
  async run(context, { order }) {
    return erase(
      context,
      await agreedGuest(context, order, 'All that is known of this guest but the money is erased.', true),
    );
  },
});

export const guestCommands = [exportGuest, eraseGuest];
