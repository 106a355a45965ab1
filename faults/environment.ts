import { setTimeout as sleep } from 'node:timers/promises';
import { newKeys } from '@recline/provider-simulator/core/keys';
import { type Providers, startProviders } from '@recline/provider-simulator/simulator';
import pg from 'pg';
import { randomOf } from '../server/src/demo/random.ts';
import { noticePath } from '../server/src/features/payments/index.ts';
import type { Pool } from '../server/src/platform/db.ts';
import { createDatabase } from '../server/src/testing/database.ts';
import { startHttpProxy } from '../server/src/testing/http-proxy.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { type MqttProxy, startMqttProxy } from './mqtt-proxy.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

/**
 * Runs schedules one after another: a database, a server, the payment providers, and the proxies between them and the
 * chairs. The server keeps running from one schedule to the next unless it is killed.
 */
export interface Environment {
  /** Directly to the database, bypassing the proxy. */
  pool: Pool;
  database: DatabaseProxy;
  mqtt: MqttProxy;
  providers: Providers;
  /** Sets the clocks of the server and of the providers ahead of the real one. */
  advanceBy(milliseconds: number): Promise<void>;
  /** The server that runs now; undefined while there is none. */
  server(): ServerProcess | undefined;
  /** Kills the server and starts it again after `downFor` milliseconds. */
  crash(downFor: number): Promise<void>;
  /** Resolves with the running server. */
  up(): Promise<ServerProcess>;
  crashes: number;
  /** Chairs that had to reconnect to get an acknowledgement. */
  unacknowledged: number;
  /** Exits of the server that were not requested. */
  unexpectedExits: string[];
  /** The last lines of its log. */
  lines: string[];
  stop(): Promise<void>;
}

const maxLines = 300;
/** Making keys takes long, so all environments share them. */
const keys = newKeys();
const noticeRetriesMs = [100, 300, 1_000];

export async function openEnvironment(postgresUrl: string): Promise<Environment> {
  const own = await createDatabase(postgresUrl);
  const pool = new pg.Pool({ connectionString: own.url, max: 4 }); // without timeouts
  pool.on('error', () => {}); // an idle connection broke; the pool replaces it
  const database = await startDatabaseProxy(own.url);
  const mqtt = await startMqttProxy(randomOf('before the first schedule'));
  // Providers reach the server at one address, whichever port it has after a crash.
  const servers: string[] = [];
  const door = await startHttpProxy(servers);
  let ahead = 0;
  const providers = await startProviders({
    keys,
    clock: () => Date.now() + ahead,
    rules: { refundGapMs: 0 },
    timing: {
      retriesMs: { wechat: noticeRetriesMs, alipay: noticeRetriesMs, stripe: noticeRetriesMs },
      lateMs: 500,
    },
    stripeWebhook: `${door.url}${noticePath}/stripe`,
  });
  const settings = {
    ...providers.settings,
    DATABASE_URL: database.url,
    PUBLIC_URL: door.url,
    PAYMENT_PROVIDERS: 'sandbox,wechat,alipay,stripe',
  };
  let server: ServerProcess | undefined;
  let starting: Promise<void> | undefined;
  let stopped = false;

  const start = async (victim: ServerProcess | undefined, after: number) => {
    await victim?.kill();
    await sleep(after);
    if (stopped) return;
    server = await startProcess({
      env: settings,
      onLine: (line) => {
        environment.lines.push(line);
        if (environment.lines.length > maxLines) environment.lines.shift();
      },
      onUnexpectedExit: (how) => {
        environment.unexpectedExits.push(how);
        void environment.crash(0);
      },
    });
    mqtt.target = server.mqttPort;
    servers[0] = server.url;
  };
  const launch = (victim: ServerProcess | undefined, after: number) => {
    starting ??= start(victim, after).finally(() => {
      starting = undefined;
    });
    return starting;
  };

  const environment: Environment = {
    pool,
    database,
    mqtt,
    providers,
    async advanceBy(milliseconds) {
      ahead = milliseconds;
      await (await environment.up()).advanceBy(milliseconds);
    },
    server: () => server,
    async crash(downFor) {
      const victim = server;
      if (!victim) return;
      server = undefined;
      mqtt.target = undefined;
      servers.length = 0;
      environment.crashes += 1;
      await launch(victim, downFor);
    },
    async up() {
      await starting;
      if (!server) throw new Error('there is no server');
      return server;
    },
    crashes: 0,
    unacknowledged: 0,
    unexpectedExits: [],
    lines: [],
    async stop() {
      if (stopped) return;
      stopped = true;
      await starting;
      await server?.kill();
      await Promise.all([providers.stop(), door.stop(), mqtt.stop(), database.stop(), pool.end()]);
      await own.drop();
    },
  };
  await launch(undefined, 0);
  return environment;
}
