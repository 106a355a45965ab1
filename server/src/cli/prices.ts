import { type Gear, gears } from '@recline/contract/dictionary';
import { type Currency, formatMoney } from '@recline/contract/money';
import { z } from 'zod';
import { type Db, statement } from '../platform/db.ts';
import { command, flag, optional, required } from './command.ts';
import { change } from './context.ts';
import { readSheet, refuseBadLines } from './csv.ts';
import { decided, findDevice, lockDevice } from './devices.sql.ts';
import { notFound, refused, usage } from './failure.ts';
import * as fields from './fields.ts';
import { findOutlet } from './outlets.ts';
import { listed, plural, said } from './output.ts';

interface Group {
  id: number;
  name: string;
  currency: Currency;
}

interface Price {
  gear: Gear;
  minutes: number;
  amount: number;
  recommended: boolean;
}

const selectGroup = statement<Group, [string]>(
  'cli.prices.group',
  'SELECT id, name, currency FROM price_groups WHERE name = $1 FOR UPDATE',
);
const insertGroup = statement<Group, [string, Currency]>(
  'cli.prices.insertGroup',
  'INSERT INTO price_groups (name, currency) VALUES ($1, $2) RETURNING id, name, currency',
);
const pricesOf = statement<Price & { id: number }, [number]>(
  'cli.prices.ofGroup',
  `SELECT id, gear, minutes, amount, recommended FROM prices WHERE price_group_id = $1 AND retired_at IS NULL
   ORDER BY minutes, amount, id`,
);
const insertPrice = statement<never, [number, Gear, number, number, Currency, boolean]>(
  'cli.prices.insert',
  `INSERT INTO prices (price_group_id, gear, minutes, amount, currency, recommended) VALUES ($1, $2, $3, $4, $5, $6)`,
);
const retirePrice = statement<never, [number, Date]>(
  'cli.prices.retire',
  'UPDATE prices SET retired_at = $2 WHERE id = $1',
);
const allPrices = statement<Price & { group_name: string; id: number; currency: Currency }, []>(
  'cli.prices.all',
  `SELECT g.name AS group_name, p.id, p.gear, p.minutes, p.amount, p.currency, p.recommended
   FROM prices p JOIN price_groups g ON g.id = p.price_group_id WHERE p.retired_at IS NULL
   ORDER BY g.name, p.minutes, p.amount, p.id`,
);
const setOutletGroup = statement<never, [number, number | null]>(
  'cli.prices.toOutlet',
  'UPDATE outlets SET price_group_id = $2 WHERE id = $1',
);
const setDeviceGroup = statement<never, [string, number | null]>(
  'cli.prices.toDevice',
  'UPDATE devices SET price_group_id = $2 WHERE id = $1',
);

export async function findGroup(db: Db, name: string): Promise<Group> {
  const group = await selectGroup.maybe(db, name);
  if (!group) throw notFound(`No price group ${name}. \`recline price list\` shows them.`);
  return group;
}

export const assignToDevice = (db: Db, deviceId: string, group: Group | null) =>
  setDeviceGroup(db, deviceId, group?.id ?? null);

const columns = z.object({
  gear: z.enum(gears, `must be one of ${gears.join(', ')}`),
  minutes: fields.between(1, 600),
  amount: fields.money,
  recommended: z
    .enum(['yes', 'no'], 'must be yes or no')
    .optional()
    .transform((value) => value === 'yes'),
});

const same = (one: Price, other: Price) =>
  one.gear === other.gear &&
  one.minutes === other.minutes &&
  one.amount === other.amount &&
  one.recommended === other.recommended;

const plainPrice = ({ gear, minutes, amount, recommended }: Price): Price => ({ gear, minutes, amount, recommended });

const set = command({
  name: 'price set',
  summary: 'Makes a price group what a CSV file says',
  notes:
    'The header names the columns: gear (gentle, standard, deep), minutes, amount and, if wanted,\nrecommended (yes, no). Prices that are not in the file are offered no more; orders keep what they cost.',
  options: {
    group: required('NAME', 'The price group, made if there is none of that name', fields.name),
    currency: required('CODE', 'CNY, RM or PHP', fields.currency),
    file: required('FILE', 'The CSV file, in UTF-8', z.string()),
  },
  examples: ['price set --group mall --currency CNY --file prices.csv'],
  run: (context, { group: name, currency, file }) =>
    change(context, async (db, record) => {
      const sheet = await readSheet<Price>(file, columns);
      refuseBadLines(file, sheet.problems);
      const wanted = sheet.rows.map(({ row }) => row);
      if (wanted.length === 0) throw refused(`${file} has no prices.`);
      const group = (await selectGroup.maybe(db, name)) ?? (await insertGroup.one(db, name, currency));
      if (group.currency !== currency) throw refused(`Price group ${name} is in ${group.currency}, for good.`);
      const before = await pricesOf(db, group.id);
      for (const old of before) {
        if (!wanted.some((each) => same(each, old))) await retirePrice(db, old.id, context.clock());
      }
      for (const { gear, minutes, amount, recommended } of wanted.filter(
        (each) => !before.some((old) => same(each, old)),
      )) {
        await insertPrice(db, group.id, gear, minutes, amount, currency, recommended);
      }
      const prices = (await pricesOf(db, group.id)).map(plainPrice);
      await record('price set', `price group ${name}`, { prices: before.map(plainPrice) }, { currency, prices });
      return said(`Price group ${name} has ${plural(prices.length, 'price')}.`, { group: name, currency, prices });
    }),
});

const list = command({
  name: 'price list',
  summary: 'Lists the price groups and their prices',
  options: { group: optional('NAME', 'Only this group', fields.name) },
  examples: ['price list', 'price list --group mall --json'],
  async run({ pool }, { group }) {
    const rows = (await allPrices(pool)).filter((row) => group === undefined || row.group_name === group);
    const shaped = rows.map(({ group_name, id, ...price }) => ({ group: group_name, priceId: String(id), ...price }));
    type Row = (typeof shaped)[number];
    const columns = {
      GROUP: (row: Row) => row.group,
      PRICE: (row: Row) => row.priceId,
      GEAR: (row: Row) => row.gear,
      MINUTES: (row: Row) => row.minutes,
      AMOUNT: (row: Row) => formatMoney(row.amount, row.currency),
      RECOMMENDED: (row: Row) => row.recommended,
    };
    return listed(shaped, columns, 'No prices. `recline price set` makes a price group.');
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
  run: (context, { group: name, none, outlet: outletId, device: deviceId }) =>
    change(context, async (db, record) => {
      if ((name === undefined) !== none) throw usage('Give either --group or --none.');
      const group = name === undefined ? null : await findGroup(db, name);
      const shown = group ? `price group ${group.name}` : 'no price group';
      if (outletId !== undefined && deviceId === undefined) {
        const before = await findOutlet(db, outletId);
        refuseOtherCurrency(group, before.currency);
        await setOutletGroup(db, outletId, group?.id ?? null);
        const after = await findOutlet(db, outletId);
        await record('price assign', `outlet ${outletId}`, before, after);
        return said(`Outlet ${outletId} (${after.name}) has ${shown}.`, after);
      }
      if (deviceId === undefined || outletId !== undefined) throw usage('Give either --outlet or --device.');
      const before = await lockDevice(db, deviceId);
      refuseOtherCurrency(group, (await findOutlet(db, Number(before.outletId))).currency);
      await assignToDevice(db, deviceId, group);
      const after = await findDevice(db, deviceId);
      await record('price assign', `device ${deviceId}`, decided(before), decided(after));
      return said(`Chair ${deviceId} has ${group ? shown : 'that of its outlet'}.`, decided(after));
    }),
});

function refuseOtherCurrency(group: Group | null, currency: Currency): void {
  if (group && group.currency !== currency) {
    throw refused(`Price group ${group.name} is in ${group.currency}, the outlet in ${currency}.`);
  }
}

export const priceCommands = [set, list, assign];
