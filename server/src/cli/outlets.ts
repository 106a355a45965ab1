import { text } from '@recline/contract/fields';
import { addOutlet, editOutlet, listOutlets, type Outlet } from '../features/outlets/index.ts';
import { command, optional, required } from './command.ts';
import { usage } from './failure.ts';
import * as fields from './fields.ts';
import { listed, said } from './output.ts';

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
  creates: true,
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
  async run(context, { zone: timeZone, ...given }) {
    const outlet = await addOutlet(context, { ...given, timeZone });
    return said(`Outlet ${outlet.outletId} (${outlet.name}) is there.`, outlet);
  },
});

const list = command({
  name: 'outlet list',
  summary: 'Lists the outlets',
  examples: ['outlet list', 'outlet list --json'],
  async run({ pool }) {
    const columns = {
      OUTLET: (row: Outlet) => row.outletId,
      NAME: (row: Outlet) => row.name,
      CURRENCY: (row: Outlet) => row.currency,
      'TIME ZONE': (row: Outlet) => row.timeZone,
      'PRICE GROUP': (row: Outlet) => row.priceGroup,
      CHAIRS: (row: Outlet) => row.devices,
      ADDRESS: (row: Outlet) => row.address,
    };
    return listed(await listOutlets(pool), columns, 'No outlets yet. `recline outlet add` makes one.');
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
  async run(context, { outlet: id, zone: timeZone, ...given }) {
    const changes = { ...given, timeZone };
    if (Object.values(changes).every((value) => value === undefined)) {
      throw usage('Nothing to change: give at least one option.');
    }
    const outlet = await editOutlet(context, id, changes);
    return said(`Outlet ${id} (${outlet.name}) was changed.`, outlet);
  },
});

export const outletCommands = [add, list, edit];
