import {
  addDevice,
  type BrokerEntry,
  type ChairMoment,
  chairHistory,
  type Device,
  findDevice,
  listDevices,
  moveDevice,
  renameDevice,
  restoreDevice,
  retireDevice,
  settingsOf,
} from '../features/devices/index.ts';
import { findOutlet } from '../features/outlets/index.ts';
import { command, flag, optional, required } from './command.ts';
import { deviceArgument, secretCommands, shownOnce } from './device-secrets.ts';
import * as fields from './fields.ts';
import { mosquittoOption, updatePasswordFile } from './mosquitto.ts';
import { listed, pairs, paragraphs, said } from './output.ts';
import { outletTime } from './times.ts';

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
    offline: flag('Only those that are offline'),
    fault: flag('Only those with a fault; with --offline those that have either'),
    retired: flag('Retired ones too'),
  },
  examples: ['device list', 'device list --offline --fault', 'device list --outlet 1 --json'],
  async run({ pool }, { outlet, offline, fault, retired }) {
    if (outlet !== undefined) await findOutlet(pool, outlet);
    const columns = {
      CHAIR: (row: Device) => row.deviceId,
      NAME: (row: Device) => row.name,
      OUTLET: (row: Device) => `${row.outletId} ${row.outletName}`,
      STATE: stateOf,
      FAULT: (row: Device) => row.faultCode,
      'LAST SEEN': (row: Device) => outletTime(row.lastSeenAt, row.timeZone),
      'COINS OFF BY': (row: Device) => (row.coinDifference === 0 ? null : row.coinDifference),
    };
    const devices = await listDevices(pool, outlet ?? null, retired);
    const isWanted = (row: Device) =>
      !(offline || fault) || (offline && !row.online) || (fault && row.faultCode !== null);
    const none = offline || fault ? 'No such chair.' : 'No chairs yet. `recline device add` registers one.';
    return listed(devices.filter(isWanted), columns, none);
  },
});

const stateOf = (row: Device): string => (row.retiredAt ? 'retired' : row.online ? 'online' : 'offline');

const showOne = command({
  name: 'device show',
  summary: 'Shows a chair with its history, newest first',
  arguments: deviceArgument,
  options: { limit: optional('N', 'At most so many entries; 50, if not given', fields.between(1, 10_000)) },
  examples: ['device show A10086', 'device show A10086 --limit 500 --json'],
  async run({ pool }, { device: id, limit = 50 }) {
    const { timeZone, ...device } = await findDevice(pool, id);
    const history = await chairHistory(pool, id, limit);
    const local = (at: Date | null) => outletTime(at, timeZone);
    const { online: _online, ...facts } = device;
    const shown = {
      ...facts,
      state: stateOf({ ...device, timeZone }),
      offlineSince: local(device.offlineSince),
      lastSeenAt: local(device.lastSeenAt),
      faultSince: local(device.faultSince),
      registeredAt: local(device.registeredAt),
      replacedAt: local(device.replacedAt),
      retiredAt: local(device.retiredAt),
    };
    const columns = {
      WHEN: (row: ChairMoment) => local(row.at),
      WHAT: (row: ChairMoment) => row.what,
      DETAILS: (row: ChairMoment) => JSON.stringify(row.details),
    };
    const text = paragraphs(pairs(shown), listed(history, columns, '').text);
    return { json: { ...device, timeZone, history }, text };
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

const retire = command({
  name: 'device retire',
  summary: 'Takes a chair out of service; its orders stay',
  notes: '`device restore` undoes it. Its number may also be given to another chair with `device add`.',
  arguments: deviceArgument,
  options: mosquittoOption,
  examples: ['device retire A10086'],
  async run(context, { device: id, mosquitto }) {
    const { after } = await retireDevice(context, id, (entries) => updatePasswordFile(mosquitto, entries));
    return said(`Chair ${id} is retired.`, settingsOf(after));
  },
});

const restore = command({
  name: 'device restore',
  summary: 'Puts a retired chair back into service, with the secret that it had',
  arguments: deviceArgument,
  options: mosquittoOption,
  examples: ['device restore A10086'],
  async run(context, { device: id, mosquitto }) {
    const deliver =
      mosquitto === undefined ? undefined : (entries: BrokerEntry[]) => updatePasswordFile(mosquitto, entries);
    const { after } = await restoreDevice(context, id, deliver);
    return said(`Chair ${id} is in service again at ${after.outletName}.`, settingsOf(after));
  },
});

export const deviceCommands = [add, list, showOne, rename, move, retire, restore, ...secretCommands];
