import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLog } from '../platform/log.ts';
import { useServer } from '../testing/server.ts';
import { fillDemo } from './demo.ts';
import { demoPasswords, protectDemo, usualPassword } from './passwords.ts';

const server = useServer();
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'recline-demo-'));
  await fillDemo(server().databaseUrl, () => new Date(), makeLog('silent'), 1);
});
afterAll(() => rm(dataDir, { recursive: true }));

it('a demo that phones reach has random passwords instead of the known one, kept for the next start', async () => {
  const { client, pool } = server();
  expect((await demoPasswords(dataDir)).manager).toBe(usualPassword);
  expect((await client.logIn('manager', usualPassword)).code).toBe(200);

  await protectDemo(pool, dataDir);
  const drawn = await demoPasswords(dataDir);
  await protectDemo(pool, dataDir);
  expect(await demoPasswords(dataDir)).toEqual(drawn);

  expect(new Set(Object.values(drawn)).size).toBe(4);
  for (const name of ['manager', 'global', 'home-only'] as const) {
    expect((await client.logIn(name, usualPassword)).code).not.toBe(200);
    expect((await client.logIn(name, drawn[name])).code).toBe(200);
  }
  const file = join(dataDir, 'demo-passwords.json');
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readFile(file, 'utf8')).not.toContain(usualPassword);
});
