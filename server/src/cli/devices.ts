import {
  addDevice,
  type Device,
  listDevices,
  moveDevice,
  renameDevice,
  retireDevice,
  rotateSecret,
  settingsOf,
} from '../features/devices/index.ts';
import { findOutlet } from '../features/outlets/index.ts';
import { command, flag, optional, required } from './command.ts';
import * as fields from './fields.ts';
import { mosquittoOption, updatePasswordFile } from './mosquitto.ts';
import { listed, said } from './output.ts';

const deviceArgument = { device: required('DEVICE', 'The chair', fields.deviceId) };
const shownOnce = 'The secret is shown this once: put it into the chair now.';

const add = command({
  name: 'device add',
  summary: 'Registers a chair and makes its secret',
  notes: 'The chair connects to the broker with its id as user name and the secret as password.',
  options: {
    id: required('DEVICE', 'Its number: 1 to 32 letters, digits, - or _', fields.deviceId),
    outlet: required('ID', 'The outlet it stands in', fields.id),
    name: optional('NAME', 'What people call it; else its number', fields.name),
    ...mosquittoOption,
  },
  examples: ['device add --id A10086 --outlet 1 --name "2 号椅"', 'device add --id A10087 --outlet 1 --json'],
  async run(context, { id: deviceId, outlet: outletId, name = deviceId, mosquitto }) {
    const { secret, outletName } = await addDevice(context, { deviceId, name, outletId }, (credentials) =>
      updatePasswordFile(mosquitto, credentials),
    );
    const text = `Chair ${deviceId} is registered at ${outletName}.\nSecret: ${secret}\n${shownOnce}`;
    return said(text, { deviceId, secret });
  },
});

const list = command({
  name: 'device list',
  summary: 'Lists the chairs and how they are',
  options: {
    outlet: optional('ID', 'Only those of this outlet', fields.id),
    retired: flag('Retired ones too'),
  },
  examples: ['device list', 'device list --outlet 1 --json'],
  async run({ pool }, { outlet, retired }) {
    if (outlet !== undefined) await findOutlet(pool, outlet);
    const columns = {
      CHAIR: (row: Device) => row.deviceId,
      NAME: (row: Device) => row.name,
      OUTLET: (row: Device) => `${row.outletId} ${row.outletName}`,
      STATE: (row: Device) => (row.retiredAt ? 'retired' : row.online ? 'online' : 'offline'),
      FAULT: (row: Device) => row.faultCode,
      'LAST SEEN': (row: Device) => row.lastSeenAt,
      'COINS OFF BY': (row: Device) => (row.coinDifference === 0 ? null : row.coinDifference),
    };
    const devices = await listDevices(pool, outlet ?? null, retired);
    return listed(devices, columns, 'No chairs yet. `recline device add` registers one.');
  },
});

const rename = command({
  name: 'device rename',
  summary: 'Changes what people call a chair',
  arguments: deviceArgument,
  options: { name: required('NAME', 'Its new name', fields.name) },
  examples: ['device rename A10086 --name "3 号椅"'],
  async run(context, { device: id, name }) {
    const { after } = await renameDevice(context, id, name);
    return said(`Chair ${id} is now called ${name}.`, settingsOf(after));
  },
});

const move = command({
  name: 'device move',
  summary: 'Moves a chair to another outlet',
  notes: 'Its orders until now stay with the old outlet; a price group of its own is taken off.',
  arguments: deviceArgument,
  options: { outlet: required('ID', 'The outlet it stands in from now on', fields.id) },
  examples: ['device move A10086 --outlet 2'],
  async run(context, { device: id, outlet: outletId }) {
    const { before, after } = await moveDevice(context, id, outletId);
    return said(`Chair ${id} moved from ${before.outletName} to ${after.outletName}.`, settingsOf(after));
  },
});

const rotate = command({
  name: 'device rotate-secret',
  summary: 'Gives a chair a new secret; the old one opens nothing any more',
  notes: 'A chair that is connected by the old one is cut off (with an outside broker: when it next connects).',
  arguments: deviceArgument,
  options: mosquittoOption,
  examples: ['device rotate-secret A10086', 'device rotate-secret A10086 --mosquitto /etc/mosquitto/passwords'],
  async run(context, { device: id, mosquitto }) {
    const credentials = await rotateSecret(context, id, (changed) => updatePasswordFile(mosquitto, changed));
    return said(`Chair ${id} has a new secret.\nSecret: ${credentials.secret}\n${shownOnce}`, credentials);
  },
});

const retire = command({
  name: 'device retire',
  summary: 'Takes a chair out of service for good; its orders stay',
  arguments: deviceArgument,
  options: mosquittoOption,
  examples: ['device retire A10086'],
  async run(context, { device: id, mosquitto }) {
    const { after } = await retireDevice(context, id, (changed) => updatePasswordFile(mosquitto, changed));
    return said(`Chair ${id} is retired.`, settingsOf(after));
  },
});

export const deviceCommands = [add, list, rename, move, rotate, retire];
