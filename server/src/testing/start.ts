import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { type Server, type ServerOptions, startServer } from '../main.ts';
import { readEnv } from '../platform/env.ts';
import { makeLog } from '../platform/log.ts';
import { type TimingChanges, withTiming } from '../timing.ts';
import { type Client, makeClient } from './client.ts';
import { createDatabase } from './database.ts';
import { watched } from './last-seen.ts';
import { makeWorld, type World } from './world.ts';

export interface TestServer extends Server {
  client: Client;
  world: World;
  /** Sets the server's clock; undefined restores the real time. */
  setTime(time: Date | undefined): void;
  /** Codes sent by SMS, by mobile number, newest last. */
  smsCodes: Map<string, string[]>;
  dataDir: string;
  databaseUrl: string;
  /** Every line of the log so far. */
  logged: string[];
  /** How a failing test prints it. */
  toJSON(): string;
}

/** Several test files share two cores, so a late event loop does not mean that this server is overloaded. */
const patient = { maxDelayMs: 60_000 };

/** A whole server with its own database. */
export async function startTestServer(
  postgresUrl: string,
  settings: Record<string, string> = {},
  timing: TimingChanges = {},
  { wallets = [], onChairPage }: Pick<ServerOptions, 'wallets' | 'onChairPage'> = {},
): Promise<TestServer> {
  const database = await createDatabase(postgresUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'recline-data-'));
  const base = {
    PORT: '0',
    HOST: '127.0.0.1',
    MQTT_PORT: '0',
    DEMO: '0',
    SMS_PROVIDER: 'log',
    ALLOW_PRETEND: '1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PAYMENT_PROVIDERS: 'sandbox',
  };
  const logged: string[] = [];
  const smsCodes = new Map<string, string[]>();
  let time: Date | undefined;
  const clock = () => time ?? new Date();
  const server = await startServer(readEnv({ ...base, ...settings }), {
    clock,
    timing: withTiming({ load: patient, ...timing }),
    wallets,
    ...(onChairPage && { onChairPage }),
    log: makeLog(settings.LOG_LEVEL ?? 'error', logInto(logged, smsCodes)),
  });
  return {
    ...server,
    pool: watched(server.pool),
    client: makeClient(server.url),
    world: makeWorld(server.pool, clock),
    smsCodes,
    dataDir,
    databaseUrl: database.url,
    logged,
    toJSON: () => `a server at ${server.url}`,
    setTime: (next) => {
      time = next;
    },
    async stop() {
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The `log` provider of SMS writes each code to the log; tests read it from there. */
function logInto(logged: string[], codes: Map<string, string[]>): DestinationStream {
  return {
    write(line) {
      logged.push(line);
      if (process.env.TEST_LOG) process.stderr.write(line);
      const { msg, mobile, code } = JSON.parse(line) as { msg?: string; mobile: string; code: string };
      if (msg === 'sms code') codes.set(mobile, [...(codes.get(mobile) ?? []), code]);
    },
  };
}
