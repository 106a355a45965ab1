import {
  addDevice,
  type BrokerEntry,
  type DeviceChange,
  findDevice,
  moveDevices,
  renameDevice,
  restoreDevice,
  retireDevices,
  settingsOf,
} from '../features/devices/index.ts';
import { type ChairMoment, chairHistory } from '../features/orders/index.ts';
import { findOutlet } from '../features/outlets/index.ts';
import { detailsInWords } from './audit-words.ts';
import { command, optional, required } from './command.ts';
import type { Context } from './context.ts';
import { list, stateOf } from './device-list.ts';
import { deviceArgument, secretCommands, shownOnce } from './device-secrets.ts';
import * as fields from './fields.ts';
import { mosquittoOption, updatePasswordFile } from './mosquitto.ts';
import { listed, pairs, paragraphs, said } from './output.ts';
import { outletTime } from './times.ts';

const devicesArgument = {
  devices: required('DEVICES', 'The chairs, with commas between', fields.listOf(fields.deviceId)),
};

const add = command({
  name: 'device add',
  summary: 'Registers a chair and creates its secret',
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
      DETAILS: (row: ChairMoment) => detailsInWords(row.details),
    };
    const text = paragraphs(pairs(shown), listed(history, columns, '').text);
    return { json: { ...device, timeZone, history }, text };
  },
});

const rename = command({
  name: 'device rename',
  summary: 'Renames a chair',
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
  summary: 'Moves chairs to another outlet, all or none',
  notes:
    'Their orders until now stay with the old outlet; a price group of their own is taken off. A move to an outlet of another\ncurrency asks first.',
  arguments: devicesArgument,
  options: { outlet: required('ID', 'The outlet it stands in from now on', fields.id) },
  confirms: () => undefined,
  examples: ['device move A10086 --outlet 2', 'device move A10086,A10087 --outlet 2'],
  async run(context, { devices: ids, outlet: outletId }) {
    await askAboutCurrency(context, ids, outletId);
    const changes = await moveDevices(context, ids, outletId);
    const lines = changes.map(
      ({ before, after }) => `Chair ${after.deviceId} moved from ${before.outletName} to ${after.outletName}.`,
    );
    return changed(changes, lines);
  },
});

/** Prices and coins of the new outlet are in its own currency. */
async function askAboutCurrency(context: Context, ids: string[], outletId: number): Promise<void> {
  const { name, currency } = await findOutlet(context.pool, outletId);
  const others: string[] = [];
  for (const id of ids) {
    const old = await findOutlet(context.pool, Number((await findDevice(context.pool, id)).outletId));
    if (old.currency !== currency) others.push(`${id} (${old.currency})`);
  }
  if (others.length > 0)
    await context.confirm(`${name} is in ${currency}: set the coin meter of ${others.join(', ')} to ${currency}.`);
}

/** One chair; the output is the same as for several, so that scripts keep working. */
const changed = (changes: DeviceChange[], lines: string[]) => {
  const settings = changes.map(({ after }) => settingsOf(after));
  return said(lines.join('\n'), settings.length === 1 ? settings[0] : settings);
};

const retire = command({
  name: 'device retire',
  summary: 'Takes chairs out of service, all or none; their orders stay',
  notes: '`device restore` undoes it. The number may also be given to another chair with `device add`.',
  arguments: devicesArgument,
  options: mosquittoOption,
  examples: ['device retire A10086', 'device retire A10086,A10087'],
  async run(context, { devices: ids, mosquitto }) {
    const changes = await retireDevices(context, ids, (entries) => updatePasswordFile(mosquitto, entries));
    return changed(
      changes,
      changes.map(({ after }) => `Chair ${after.deviceId} is retired.`),
    );
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
