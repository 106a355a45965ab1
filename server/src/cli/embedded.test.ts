import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Server, startServer } from '../main.ts';
import { readEnv } from '../platform/env.ts';
import { makeLog } from '../platform/log.ts';
import { until } from '../testing/chairs.ts';
import { createDatabase } from '../testing/database.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'recline-own-'));
  await chmod(dataDir, 0o755);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** The program as an operator starts it, in a separate process. */
const recline = (...words: string[]) => reclineWith({}, ...words);
const reclineWith = (env: Record<string, string>, ...words: string[]) =>
  run(join(root, 'bin/recline'), words, { env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env } });

describe('the database of DATA_DIR', () => {
  it('is created and started for one command where no server runs, and stopped after it', async () => {
    const words = ['--name', 'Suria', '--address', 'A', '--latitude', '3', '--longitude', '101', '--currency', 'RM'];
    const { stdout, stderr } = await recline('outlet', 'add', ...words, '--zone', 'Asia/Kuala_Lumpur');
    expect(stdout).toBe('Outlet 1 (Suria) is there.\n');
    expect(stderr).toContain(`Creating a new database in ${dataDir}`);
    expect(await readdir(dataDir)).not.toContain('postgres.url');
    expect(await readdir(dataDir)).not.toContain('server.pid');
  });

  it('is shared with a running server', async () => {
    const env = { PORT: '0', HOST: '127.0.0.1', MQTT_PORT: '0', DEMO: '0', SMS_PROVIDER: 'log', DATA_DIR: dataDir };
    const server: Server = await startServer(readEnv(env), { log: makeLog('silent') });
    try {
      const { stdout } = await recline('device', 'add', '--id', 'D1', '--outlet', '1', '--json');
      expect(JSON.parse(stdout)).toEqual({ deviceId: 'D1', secret: expect.stringMatching(/^[\w-]{43}$/) });
      const { rows } = await server.pool.query('SELECT id FROM devices');
      expect(rows).toEqual([{ id: 'D1' }]);
    } finally {
      await server.stop();
    }
  });

  it('is served to two commands at once', async () => {
    const [one, two] = await Promise.all([recline('outlet', 'list'), recline('outlet', 'list', '--json')]);
    expect(one.stdout).toContain('Suria');
    expect(two.stdout).toContain('Suria');
  });

  it('is stopped when a command is interrupted', async () => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
    const words = ['manager', 'add', '--account', 'a', '--name', 'a', '--outlets', '1', '--password-stdin'];
    const child = spawn(join(root, 'bin/recline'), words, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    await until(async () => existsSync(join(dataDir, 'postgres.url'))); // it is waiting for a password
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(1);
    expect(await readdir(dataDir)).not.toContain('postgres.url');
    expect(await readdir(dataDir)).not.toContain('server.pid');
  });

  it('moves to an outside PostgreSQL by a backup and its restore', async () => {
    const database = await createDatabase(inject('postgresUrl'), 'template0');
    const folder = await mkdtemp(join(tmpdir(), 'recline-outside-'));
    const outside = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') };
    const archive = join(folder, 'embedded.tar.gz');
    await recline('backup', archive);
    await reclineWith(outside, 'restore', archive);
    const { stdout } = await reclineWith(outside, 'device', 'list', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ deviceId: 'D1', outletName: 'Suria' }]);
    expect(existsSync(join(folder, 'data/postgres'))).toBe(false);
    await rm(folder, { recursive: true });
    await database.drop();
  });

  it('ends with the exit code of the failure', async () => {
    await expect(recline('device', 'retire', 'NONE')).rejects.toMatchObject({ code: 3 });
    await expect(recline('device', 'retire')).rejects.toMatchObject({ code: 2 });
  });
});
