import { credentialsChanged, deviceChanged } from '../features/devices/index.ts';
import { randomToken, sha256 } from '../features/session/passwords.ts';
import type { Db } from '../platform/db.ts';
import { command, flag, optional, required } from './command.ts';
import { change } from './context.ts';
import * as sql from './devices.sql.ts';
import { type Device, decided, findDevice, listDevices, lockDevice } from './devices.sql.ts';
import { refused } from './failure.ts';
import * as fields from './fields.ts';
import { keepInStep, mosquittoOption } from './mosquitto.ts';
import { findOutlet } from './outlets.ts';
import { listed, plural, said } from './output.ts';

const hashed = (secret: string) => sha256(secret).toString('hex');

/** Registers a chair and makes its secret, which is nowhere but in the answer. */
export async function register(db: Db, id: string, name: string, outletId: number): Promise<string> {
  const secret = randomToken();
  await sql.insert(db, id, name, outletId, hashed(secret));
  await deviceChanged.publish(db, [{ deviceId: id, outletId }]);
  return secret;
}

/** The new secret counts at once, also for whoever is connected by the old one. */
async function replaceSecret(db: Db, id: string, secret: string): Promise<void> {
  await sql.setSecret(db, id, hashed(secret));
  await credentialsChanged.publish(db, [{ deviceId: id }]);
}

const theDevice = { device: required('DEVICE', 'The chair', fields.deviceId) };
const keepIt = 'The secret is shown this once: put it into the chair now.';

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
  run: (context, { id, outlet: outletId, name, mosquitto }) =>
    change(context, async (db, record) => {
      const outlet = await findOutlet(db, outletId);
      if (await sql.selectOne.maybe(db, id)) throw refused(`There is a chair ${id} already.`);
      const secret = await register(db, id, name ?? id, outletId);
      await record('device add', `device ${id}`, null, decided(await findDevice(db, id)));
      await keepInStep(mosquitto, [[id, secret]]);
      return said(`Chair ${id} is registered at ${outlet.name}.\nSecret: ${secret}\n${keepIt}`, {
        deviceId: id,
        secret,
      });
    }),
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
  arguments: theDevice,
  options: { name: required('NAME', 'Its new name', fields.name) },
  examples: ['device rename A10086 --name "3 号椅"'],
  run: (context, { device: id, name }) =>
    change(context, async (db, record) => {
      const before = await lockDevice(db, id);
      await sql.setName(db, id, name);
      const after = await findDevice(db, id);
      await deviceChanged.publish(db, [{ deviceId: id, outletId: Number(after.outletId) }]);
      await record('device rename', `device ${id}`, decided(before), decided(after));
      return said(`Chair ${id} is now called ${name}.`, decided(after));
    }),
});

const move = command({
  name: 'device move',
  summary: 'Moves a chair to another outlet',
  notes: 'Its orders until now stay with the old outlet; a price group of its own is taken off.',
  arguments: theDevice,
  options: { outlet: required('ID', 'The outlet it stands in from now on', fields.id) },
  examples: ['device move A10086 --outlet 2'],
  run: (context, { device: id, outlet: outletId }) =>
    change(context, async (db, record) => {
      const before = await lockDevice(db, id);
      await refuseWhileBusy(db, id);
      const outlet = await findOutlet(db, outletId);
      await sql.setOutlet(db, id, outletId);
      const after = await findDevice(db, id);
      for (const at of [before, after])
        await deviceChanged.publish(db, [{ deviceId: id, outletId: Number(at.outletId) }]);
      await record('device move', `device ${id}`, decided(before), decided(after));
      return said(`Chair ${id} moved from ${before.outletName} to ${outlet.name}.`, decided(after));
    }),
});

const rotate = command({
  name: 'device rotate-secret',
  summary: 'Gives a chair a new secret; the old one opens nothing any more',
  notes: 'A chair that is connected by the old one is cut off (with an outside broker: when it next connects).',
  arguments: theDevice,
  options: mosquittoOption,
  examples: ['device rotate-secret A10086', 'device rotate-secret A10086 --mosquitto /etc/mosquitto/passwords'],
  run: (context, { device: id, mosquitto }) =>
    change(context, async (db, record) => {
      await lockDevice(db, id);
      const secret = randomToken();
      await replaceSecret(db, id, secret);
      await record('device rotate-secret', `device ${id}`, null, null);
      await keepInStep(mosquitto, [[id, secret]]);
      return said(`Chair ${id} has a new secret.\nSecret: ${secret}\n${keepIt}`, { deviceId: id, secret });
    }),
});

const retireOne = command({
  name: 'device retire',
  summary: 'Takes a chair out of service for good; its orders stay',
  arguments: theDevice,
  options: mosquittoOption,
  examples: ['device retire A10086'],
  run: (context, { device: id, mosquitto }) =>
    change(context, async (db, record) => {
      const before = await lockDevice(db, id);
      await refuseWhileBusy(db, id);
      await sql.retire(db, id, context.clock());
      await replaceSecret(db, id, randomToken());
      const after = await findDevice(db, id);
      await deviceChanged.publish(db, [{ deviceId: id, outletId: Number(after.outletId) }]);
      await record('device retire', `device ${id}`, decided(before), decided(after));
      await keepInStep(mosquitto, [[id, null]]);
      return said(`Chair ${id} is retired.`, decided(after));
    }),
});

async function refuseWhileBusy(db: Db, id: string): Promise<void> {
  const order = await sql.activeOrder.maybe(db, id);
  if (order) throw refused(`Chair ${id} is busy with order ${order.id}. Wait until it is over, or stop it.`);
}

export const deviceCommands = [add, list, rename, move, rotate, retireOne];
export const countOfChairs = (count: number): string => plural(count, 'chair');
