import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@recline/server/testing/chairs';
import { freePort } from '@recline/server/testing/programs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from './build.ts';

let folder: string;
beforeAll(async () => {
  buildWeb(); // the build must not count as part of the start
  folder = await mkdtemp(join(tmpdir(), 'recline-start-'));
  await chmod(folder, 0o755); // when run as root, the database is another user and needs access
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const running = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
});

const direct = [process.execPath, join(import.meta.dirname, 'start.ts')];

/** `npm start`, or the program that it runs, in its own data folder, with its output. */
function start(dataDir: string, settings: Record<string, string> = {}, [program = '', ...args] = direct) {
  const child = spawn(program, args, {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      DEMO: '0',
      DEMO_GUESTS: '0',
      SMS_PROVIDER: 'log',
      ALLOW_PRETEND: '1',
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let printed = '';
  const output = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on('data', output);
  child.stderr.on('data', output);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const url = /Recline is ready:\s+(\S+)/.exec(printed)?.[1];
      if (url && printed.includes('Ctrl-C')) resolve(url);
    });
    void ended.then(() => reject(new Error(`it ended: ${printed}`)));
  });
  ready.catch(() => {});
  return { child, ready, ended, printed: () => printed };
}

async function query(dataDir: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: await readFile(join(dataDir, 'postgres.url'), 'utf8') });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const remember = "INSERT INTO secrets (name, value) VALUES ('remembered', 'yes')";
const recall = "SELECT value FROM secrets WHERE name = 'remembered'";

const dev = [process.execPath, join(import.meta.dirname, 'dev.ts')];

describe('npm run dev', () => {
  it('restarts the server after each change of its code, and keeps the database running', async () => {
    const dataDir = join(folder, 'dev');
    const { child, ready, ended, printed } = start(dataDir, { PORT: String(await freePort()) }, dev);
    const url = await ready;
    const database = async () => (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0];
    const first = await database();
    const now = new Date();
    await utimes(join(import.meta.dirname, '../server/src/main.ts'), now, now);
    await until(async () => printed().split('Recline is ready').length === 3);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const vite = /Develop at:\s+(http[^,]+)/.exec(printed())?.[1] ?? '';
    expect((await fetch(`${vite}/api/docs`)).status).toBe(200); // Vite passes calls on
    expect(printed()).toContain(dataDir);
    expect(await database()).toBe(first);
    child.kill('SIGTERM');
    await ended;
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
  });
});

describe('npm start', () => {
  it('leaves no database behind where Ctrl-C comes during the start', async () => {
    const dataDir = join(folder, 'interrupted');
    const runs = join(dataDir, 'postgres/postmaster.pid');
    const { child, ended, printed } = start(dataDir);
    await until(async () => existsSync(runs));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(existsSync(runs)).toBe(false);
    expect(printed()).not.toContain('Recline is ready');
  });

  it('prints its address, answers there, and stops cleanly on Ctrl-C', async () => {
    const dataDir = join(folder, 'one');
    const { child, ready, ended, printed } = start(dataDir);
    const url = await ready;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toContain('<!doctype html>');
    expect(printed()).toContain(dataDir);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('stops server and database when npm receives %s', async (signal) => {
    const dataDir = join(folder, `npm-${signal}`);
    const { child, ready, ended } = start(dataDir, {}, ['npm', 'start']);
    const url = await ready;
    child.kill(signal);
    await ended;
    await until(async () => !existsSync(join(dataDir, 'server.pid')));
    await expect(fetch(url)).rejects.toThrow();
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('keeps its data, even after a kill -9 that left its database running', async () => {
    const dataDir = join(folder, 'two');
    const first = start(dataDir);
    await first.ready;
    await query(dataDir, remember);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start(dataDir);
    await second.ready;
    expect(await query(dataDir, recall)).toEqual([{ value: 'yes' }]);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('runs twice at once in two data folders, and refuses a folder that is taken', async () => {
    const [left, right] = [start(join(folder, 'left')), start(join(folder, 'right'))];
    expect(await left.ready).not.toBe(await right.ready);
    const third = start(join(folder, 'left'));
    expect(await third.ended).toBe(1);
    expect(third.printed()).toContain('Another Recline');
    for (const each of [left, right]) each.child.kill('SIGINT');
    expect(await Promise.all([left.ended, right.ended])).toEqual([0, 0]);
  });

  it('reports a bad setting before it starts anything', async () => {
    const dataDir = join(folder, 'three');
    const { ended, printed } = start(dataDir, { PORT: 'eighty' });
    expect(await ended).toBe(1);
    expect(printed()).toContain('PORT');
    expect(existsSync(dataDir)).toBe(false);
  });
});
