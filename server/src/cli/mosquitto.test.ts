import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokerHashOf } from '../features/devices/index.ts';
import { updatePasswordFile } from './mosquitto.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-mosquitto-'));
});
afterAll(() => rm(folder, { recursive: true }));

// Written by mosquitto_passwd 2.0.11 for the password "serverpw".
const theirs =
  'recline-server:$7$101$tOFs43f270qeDENr$0FPjIKdHCtbn6JlyR2Q10a/VK1lEXzMexiCOcFl4vBduhSOPfrG4Adl9hBdgtE2otYABkWOkMQ0hPctrijySNw==';

it('hashes a secret as mosquitto_passwd does', async () => {
  const [, , , salt = ''] = theirs.split('$');
  expect(`recline-server:${await brokerHashOf('serverpw', Buffer.from(salt, 'base64'))}`).toBe(theirs);
});

it('adds, replaces and removes chairs and keeps all other lines', async () => {
  const file = join(folder, 'passwords');
  const names = async () => (await readFile(file, 'utf8')).split('\n').map((line) => line.split(':')[0]);
  await writeFile(file, `${theirs}\n`);
  await updatePasswordFile(file, [
    { deviceId: 'A1', brokerHash: 'one' },
    { deviceId: 'A2', brokerHash: 'two' },
  ]);
  const before = await readFile(file, 'utf8');
  await updatePasswordFile(file, [{ deviceId: 'A1', brokerHash: 'other' }]);
  expect(await names()).toEqual(['recline-server', 'A2', 'A1', '']);
  expect(before.split('\n')[1]).not.toBe((await readFile(file, 'utf8')).split('\n')[2]);
  await updatePasswordFile(file, [{ deviceId: 'A2', brokerHash: null }]);
  expect(await names()).toEqual(['recline-server', 'A1', '']);
  expect(await readFile(file, 'utf8')).toContain(theirs);
});
