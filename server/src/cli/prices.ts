import { gears } from '@recline/contract/dictionary';
import { formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import { setDevicePriceGroup, settingsOf } from '../features/devices/index.ts';
import { listPrices, type Price, setOutletPriceGroup, setPrices } from '../features/prices/index.ts';
import { command, flag, optional, required } from './command.ts';
import { readSheet, refuseBadLines } from './csv.ts';
import { usage } from './failure.ts';
import * as fields from './fields.ts';
import { listed, plural, said } from './output.ts';

const columns = z.object({
  gear: z.enum(gears, `must be one of ${gears.join(', ')}`),
  minutes: fields.between(1, 600),
  amount: fields.money,
  recommended: z
    .enum(['yes', 'no'], 'must be yes or no')
    .optional()
    .transform((value) => value === 'yes'),
});

const set = command({
  name: 'price set',
  creates: true,
  summary: 'Makes a price group what a CSV file says',
  notes:
    'The header names the columns: gear (gentle, standard, deep), minutes, amount and, if wanted,\nrecommended (yes, no). Prices that are not in the file are offered no more; orders keep what they cost.',
  options: {
    group: required('NAME', 'The price group, made if there is none of that name', fields.name),
    currency: required('CODE', 'CNY, RM or PHP', fields.currency),
    file: required('FILE', 'The CSV file, in UTF-8', z.string()),
  },
  examples: ['price set --group mall --currency CNY --file prices.csv'],
  async run(context, { group, currency, file }) {
    const sheet = await readSheet<Price>(file, columns);
    refuseBadLines(file, sheet.problems);
    const list = await setPrices(context, { group, currency, prices: sheet.rows.map(({ row }) => row) });
    return said(`Price group ${group} has ${plural(list.prices.length, 'price')}.`, list);
  },
});

const list = command({
  name: 'price list',
  summary: 'Lists the price groups and their prices',
  options: { group: optional('NAME', 'Only this group', fields.name) },
  examples: ['price list', 'price list --group mall --json'],
  async run({ pool }, { group }) {
    const rows = await listPrices(pool, group);
    type Row = (typeof rows)[number];
    const columns = {
      GROUP: (row: Row) => row.group,
      PRICE: (row: Row) => row.priceId,
      GEAR: (row: Row) => row.gear,
      MINUTES: (row: Row) => row.minutes,
      AMOUNT: (row: Row) => formatMoney(row.amount, row.currency),
      RECOMMENDED: (row: Row) => row.recommended,
    };
    return listed(rows, columns, 'No prices. `recline price set` makes a price group.');
  },
});

const assign = command({
  name: 'price assign',
  summary: 'Gives an outlet, or one chair of its own, a price group',
  options: {
    group: optional('NAME', 'The price group', fields.name),
    none: flag('Takes the price group off instead'),
    outlet: optional('ID', 'The outlet', fields.id),
    device: optional('DEVICE', 'The chair; without a group of its own it has that of its outlet', fields.deviceId),
  },
  examples: ['price assign --group mall --outlet 1', 'price assign --none --device A10086'],
  async run(context, { group, none, outlet, device }) {
    if ((group === undefined) !== none) throw usage('Give either --group or --none.');
    if (outlet !== undefined && device === undefined) {
      const after = await setOutletPriceGroup(context, outlet, group ?? null);
      return said(`Outlet ${outlet} (${after.name}) has ${shown(group) ?? 'no price group'}.`, after);
    }
    if (device === undefined || outlet !== undefined) throw usage('Give either --outlet or --device.');
    const { after } = await setDevicePriceGroup(context, device, group ?? null);
    return said(`Chair ${device} has ${shown(group) ?? 'that of its outlet'}.`, settingsOf(after));
  },
});

const shown = (group: string | undefined) => group && `price group ${group}`;

export const priceCommands = [set, list, assign];
