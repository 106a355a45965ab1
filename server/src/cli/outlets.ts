import { text } from '@recline/contract/fields';
import { closeOutlet } from '../features/orders/index.ts';
import { addOutlet, editOutlet, listOutlets, type Outlet, reopenOutlet } from '../features/outlets/index.ts';
import { currencyChoice } from './choices.ts';
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
  language: [
    'LANGUAGE',
    "The language of its pages where APP_LANGUAGE=auto and the phone's is not offered; '' for none",
    fields.optionalLanguage,
  ],
  phone: [
    'NUMBER',
    "The service number on its pages, instead of SERVICE_PHONE; '' for none of its own",
    fields.optionalPhone,
  ],
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
    currency: required('CODE', `What its prices are in: ${currencyChoice}; fixed from then on`, fields.currency),
    zone: required(...details.zone),
    language: optional(...details.language),
    phone: optional(...details.phone),
  },
  examples: [
    'outlet add --name "万象城 L3" --address "深南东路 5016 号" --latitude 22.5431 --longitude 114.1066 --currency CNY --zone Asia/Shanghai',
  ],
  async run(context, { zone: timeZone, phone: servicePhone = null, language = null, ...given }) {
    const outlet = await addOutlet(context, { ...given, timeZone, language, servicePhone });
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
      LANGUAGE: (row: Outlet) => row.language,
      PHONE: (row: Outlet) => row.servicePhone,
      'PRICE GROUP': (row: Outlet) => row.priceGroup,
      CHAIRS: (row: Outlet) => row.devices,
      CLOSED: (row: Outlet) => row.closedAt,
      ADDRESS: (row: Outlet) => row.address,
    };
    return listed(await listOutlets(pool), columns, 'No outlets yet. `recline outlet add` makes one.');
  },
});

const edit = command({
  name: 'outlet edit',
  summary: 'Changes an outlet: name, address, position, language, phone',
  arguments: { outlet: required('ID', 'The outlet', fields.id) },
  options: {
    name: optional(...details.name),
    address: optional(...details.address),
    latitude: optional(...details.latitude),
    longitude: optional(...details.longitude),
    zone: optional(...details.zone),
    language: optional(...details.language),
    phone: optional(...details.phone),
  },
  examples: ['outlet edit 1 --name "万象城 L4"', 'outlet edit 2 --phone "+62 21 5081 1234" --language id_ID'],
  async run(context, { outlet: id, zone: timeZone, phone: servicePhone, ...given }) {
    const changes = { ...given, timeZone, servicePhone };
    if (Object.values(changes).every((value) => value === undefined)) {
      throw usage('Nothing to change: give at least one option.');
    }
    const outlet = await editOutlet(context, id, changes);
    return said(`Outlet ${id} (${outlet.name}) was changed.`, outlet);
  },
});

const close = command({
  name: 'outlet close',
  summary: 'Closes an outlet',
  notes: `It takes no new orders, its chairs' pages say so, and managers no longer find it in lists and filters. Unpaid
orders are cancelled, running ones finish, and the history stays. \`recline outlet open\` opens it again.`,
  arguments: { outlet: required('ID', 'The outlet', fields.id) },
  examples: ['outlet close 2'],
  async run(context, { outlet: id }) {
    const outlet = await closeOutlet(context, id);
    return said(`Outlet ${id} (${outlet.name}) is closed. Unpaid orders cancelled: ${outlet.cancelled}.`, outlet);
  },
});

const open = command({
  name: 'outlet open',
  summary: 'Opens a closed outlet again',
  arguments: { outlet: required('ID', 'The outlet', fields.id) },
  examples: ['outlet open 2'],
  async run(context, { outlet: id }) {
    const outlet = await reopenOutlet(context, id);
    return said(`Outlet ${id} (${outlet.name}) is open.`, outlet);
  },
});

export const outletCommands = [add, list, edit, close, open];
