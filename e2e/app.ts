import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseMobile } from '@recline/contract/mobile';
import { makePool, type Pool } from '../server/src/platform/db.ts';
import { type Client, makeClient } from '../server/src/testing/client.ts';
import { createDatabase } from '../server/src/testing/database.ts';
import { makeWorld, type World } from '../server/src/testing/world.ts';

/** A server process with its own database. */
export interface App {
  url: string;
  mqttUrl: string;
  pool: Pool;
  world: World;
  client: Client;
  dataDir: string;
  /** The latest SMS code sent to a mobile number. */
  smsCode(mobile: string): Promise<string>;
  stop(): Promise<void>;
}

interface Listening {
  url: string;
  mqttUrl: string;
}

const defaultServer = '../server/src/main.ts';
export const shortTimeoutsServer = './short-timeouts-server.ts';

export async function startApp(settings: Record<string, string> = {}, program = defaultServer): Promise<App> {
  const database = await createDatabase(process.env.E2E_POSTGRES_URL ?? '');
  const dataDir = await mkdtemp(join(tmpdir(), 'recline-e2e-data-'));
  const base = {
    PORT: '0',
    HOST: '127.0.0.1',
    MQTT_PORT: '0',
    DEMO: '0',
    SMS_PROVIDER: 'log',
    ALLOW_PRETEND: '1',
    PAYMENT_PROVIDERS: 'sandbox',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    // No requests to the outside; a map that fails to load would change the page during a test.
    TILE_URL: 'none',
    SERVICE_PHONE: '400-820-1234',
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, program)], {
    env: { ...process.env, ...base, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const codes = new Map<string, string>();
  const { url, mqttUrl } = await waitUntilListening(child, codes);
  const pool = makePool(database.url, { max: 4 });
  return {
    url,
    mqttUrl,
    pool,
    world: makeWorld(pool),
    client: makeClient(url),
    dataDir,
    smsCode: (mobile) => poll(() => codes.get(parseMobile(mobile, 'CN')?.e164 ?? '')),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Reads the server's log: its address, the SMS codes, and errors, which are printed. */
function waitUntilListening(child: ChildProcess, codes: Map<string, string>): Promise<Listening> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('the server has no output');
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      const entry = JSON.parse(line) as { msg: string; level: number; mobile: string; code: string } & Listening;
      if (entry.msg === 'listening') resolve(entry);
      if (entry.msg === 'sms code') codes.set(entry.mobile, entry.code);
      if (entry.level >= 50) process.stderr.write(`${line}\n`);
    });
  });
}

async function poll<T>(read: () => T | undefined): Promise<T> {
  for (let turn = 0; turn < 200; turn += 1) {
    const found = read();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('no value within 10 s');
}
