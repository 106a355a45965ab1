import { text } from '@recline/contract/fields';
import type { Currency } from '@recline/contract/money';
import { type Db, statement } from '../platform/db.ts';
import { command, optional, required } from './command.ts';
import { change } from './context.ts';
import { notFound, usage } from './failure.ts';
import * as fields from './fields.ts';
import { listed, said } from './output.ts';

interface OutletRow {
  id: number;
  name: string;
  address: string;
  latitude: number;
  longitude: number;
  currency: Currency;
  time_zone: string;
  price_group: string | null;
  devices: number;
}

const selection = `SELECT o.id, o.name, o.address, o.latitude, o.longitude, o.currency, o.time_zone,
    g.name AS price_group, o.devices
  FROM outlets o LEFT JOIN price_groups g ON g.id = o.price_group_id`;
const selectAll = statement<OutletRow, []>('cli.outlets.all', `${selection} ORDER BY o.id`);
const selectOne = statement<OutletRow, [number]>('cli.outlets.one', `${selection} WHERE o.id = $1`);
const lock = statement<{ id: number }, [number]>('cli.outlets.lock', 'SELECT id FROM outlets WHERE id = $1 FOR UPDATE');
const insert = statement<{ id: number }, [string, string, number, number, Currency, string]>(
  'cli.outlets.insert',
  `INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
);
const update = statement<never, [number, string, string, number, number, string]>(
  'cli.outlets.update',
  'UPDATE outlets SET name = $2, address = $3, latitude = $4, longitude = $5, time_zone = $6 WHERE id = $1',
);

const shape = (row: OutletRow) => ({
  outletId: String(row.id),
  name: row.name,
  address: row.address,
  latitude: row.latitude,
  longitude: row.longitude,
  currency: row.currency,
  timeZone: row.time_zone,
  priceGroup: row.price_group,
  devices: row.devices,
});
export type Outlet = ReturnType<typeof shape>;

/** The outlet, or the ending that says there is none. */
export async function findOutlet(db: Db, id: number): Promise<Outlet> {
  const row = await selectOne.maybe(db, id);
  if (!row) throw notFound(`No outlet ${id}. \`recline outlet list\` shows them.`);
  return shape(row);
}

const details = {
  name: ['NAME', 'What people call it', fields.name],
  address: ['TEXT', 'Where it is, in words', text(200)],
  latitude: ['DEGREES', 'Where it is on the map, north of the equator', fields.decimal(-90, 90)],
  longitude: ['DEGREES', 'Where it is on the map, east of Greenwich', fields.decimal(-180, 180)],
  zone: ['ZONE', 'Its time zone, such as Asia/Shanghai', fields.timeZone],
} as const;

const add = command({
  name: 'outlet add',
  summary: 'Adds an outlet',
  options: {
    name: required(...details.name),
    address: required(...details.address),
    latitude: required(...details.latitude),
    longitude: required(...details.longitude),
    currency: required('CODE', 'What its prices are in: CNY, RM or PHP; fixed from then on', fields.currency),
    zone: required(...details.zone),
  },
  examples: [
    'outlet add --name "万象城 L3" --address "深南东路 5016 号" --latitude 22.5431 --longitude 114.1066 --currency CNY --zone Asia/Shanghai',
  ],
  run: (context, input) =>
    change(context, async (db, record) => {
      const { name, address, latitude, longitude, currency, zone } = input;
      const { id } = await insert.one(db, name, address, latitude, longitude, currency, zone);
      const outlet = await findOutlet(db, id);
      await record('outlet add', `outlet ${id}`, null, outlet);
      return said(`Outlet ${id} (${name}) is there.`, outlet);
    }),
});

const list = command({
  name: 'outlet list',
  summary: 'Lists the outlets',
  examples: ['outlet list', 'outlet list --json'],
  async run({ pool }) {
    const rows = (await selectAll(pool)).map(shape);
    const columns = {
      OUTLET: (row: Outlet) => row.outletId,
      NAME: (row: Outlet) => row.name,
      CURRENCY: (row: Outlet) => row.currency,
      'TIME ZONE': (row: Outlet) => row.timeZone,
      'PRICE GROUP': (row: Outlet) => row.priceGroup,
      CHAIRS: (row: Outlet) => row.devices,
      ADDRESS: (row: Outlet) => row.address,
    };
    return listed(rows, columns, 'No outlets yet. `recline outlet add` makes one.');
  },
});

const edit = command({
  name: 'outlet edit',
  summary: 'Changes what is known about an outlet',
  arguments: { outlet: required('ID', 'The outlet', fields.id) },
  options: {
    name: optional(...details.name),
    address: optional(...details.address),
    latitude: optional(...details.latitude),
    longitude: optional(...details.longitude),
    zone: optional(...details.zone),
  },
  examples: ['outlet edit 1 --name "万象城 L4"', 'outlet edit 2 --latitude -6.1944 --longitude 106.8229'],
  run: (context, { outlet: id, ...given }) =>
    change(context, async (db, record) => {
      const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      if (Object.keys(wanted).length === 0) throw usage('Nothing to change: give at least one option.');
      await lock(db, id);
      const before = await findOutlet(db, id);
      const { name, address, latitude, longitude, zone = before.timeZone } = { ...before, ...wanted };
      await update(db, id, name, address, latitude, longitude, zone);
      const after = await findOutlet(db, id);
      await record('outlet edit', `outlet ${id}`, before, after);
      return said(`Outlet ${id} (${after.name}) was changed.`, after);
    }),
});

export const outletCommands = [add, list, edit];
