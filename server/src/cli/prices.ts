import { gears } from '@recline/contract/dictionary';
import { formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import { setDevicePriceGroup, settingsOf } from '../features/devices/index.ts';
import {
  cancelPlan,
  listPlans,
  listPrices,
  type Price,
  planPrices,
  setOutletPriceGroup,
  setPrices,
} from '../features/prices/index.ts';
import { listChange } from './audit-words.ts';
import { currencyChoice } from './choices.ts';
import { command, flag, optional, required } from './command.ts';
import { readSheet, refuseBadLines } from './csv.ts';
import { usage } from './failure.ts';
import * as fields from './fields.ts';
import { listed, plural, said, show } from './output.ts';

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
  summary: 'Sets the prices of a group from a CSV file',
  notes:
    'The header names the columns: gear (gentle, standard, deep), minutes, amount and, if wanted,\nrecommended (yes, no). Prices that are not in the file are no longer offered; existing orders keep their price.',
  options: {
    group: required('NAME', 'The price group, made if there is none of that name', fields.name),
    currency: required('CODE', currencyChoice, fields.currency),
    file: required('FILE', 'The CSV file, in UTF-8', z.string()),
    from: optional('INSTANT', 'When they apply, such as 2026-12-01T00:00:00+08:00; now, if not given', fields.instant),
  },
  rehearses: true,
  examples: [
    'price set --group mall --currency CNY --file prices.csv --dry-run',
    'price set --group mall --currency CNY --file december.csv --from 2026-12-01T00:00:00+08:00',
  ],
  async run(context, { group, currency, file, from }) {
    const sheet = await readSheet<Price>(file, columns);
    refuseBadLines(file, sheet.problems);
    const wanted = { group, currency, prices: sheet.rows.map(({ row }) => row) };
    const { before, ...list } = from ? await planPrices(context, wanted, from) : await setPrices(context, wanted);
    const changes = context.dryRun ? `\n${listChange(before, list.prices, currency).join('\n')}` : '';
    const count = plural(list.prices.length, 'price');
    if (!from) return said(`Price group ${group} has ${count}.${changes}`, list);
    const text = (zone: string | undefined) => `Price group ${group} has ${count} from ${show(from, zone)}.${changes}`;
    return said(text, { ...list, startsAt: from });
  },
});

const cancel = command({
  name: 'price cancel',
  summary: 'Cancels prices that were planned with `price set --from`',
  options: {
    group: required('NAME', 'The price group', fields.name),
    from: required('INSTANT', 'When they would have taken effect', fields.instant),
  },
  examples: ['price cancel --group mall --from 2026-12-01T00:00:00+08:00'],
  async run(context, { group, from }) {
    await cancelPlan(context, group, from);
    return said(`Price group ${group} stays as it is.`, { group, from });
  },
});

const list = command({
  name: 'price list',
  summary: 'Lists the price groups and their prices, and what is planned',
  options: { group: optional('NAME', 'Only this group', fields.name) },
  examples: ['price list', 'price list --group mall --json'],
  async run({ pool }, { group }) {
    const offered = (await listPrices(pool, group)).map((row) => ({ ...row, startsAt: null }));
    const planned = (await listPlans(pool, group)).flatMap(({ prices, ...plan }) =>
      prices.map((price) => ({ priceId: null, ...plan, ...price })),
    );
    const rows = [...offered, ...planned];
    type Row = (typeof rows)[number];
    const columns = {
      GROUP: (row: Row) => row.group,
      PRICE: (row: Row) => row.priceId,
      GEAR: (row: Row) => row.gear,
      MINUTES: (row: Row) => row.minutes,
      AMOUNT: (row: Row) => formatMoney(row.amount, row.currency),
      RECOMMENDED: (row: Row) => row.recommended,
      ...(planned.length > 0 && { FROM: (row: Row) => row.startsAt }),
    };
    return listed(rows, columns, 'No prices. `recline price set` makes a price group.');
  },
});

const assign = command({
  name: 'price assign',
  summary: 'Assigns a price group to an outlet, or to a single chair',
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

export const priceCommands = [set, list, cancel, assign];
