import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { randomOf } from '../server/src/demo/random.ts';
import type { Pool } from '../server/src/platform/db.ts';
import { createDatabase } from '../server/src/testing/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { type MqttProxy, startMqttProxy } from './mqtt-proxy.ts';
import { type ServerProcess, startProcess } from './server-process.ts';

/**
 * A place where schedules are played one after another: a database, a server, and all ways between them and the
 * chairs. The server goes on from one schedule to the next unless it is killed.
 */
export interface Slot {
  /** Straight to the database, past all trouble. */
  pool: Pool;
  database: DatabaseProxy;
  mqtt: MqttProxy;
  /** The server that runs now; undefined while there is none. */
  server(): ServerProcess | undefined;
  /** Kills the server, and starts another after a while. */
  crash(downFor: number): Promise<void>;
  /** Until a server is there. */
  up(): Promise<ServerProcess>;
  crashes: number;
  /** Chairs that had to reconnect to hear a confirmation. */
  unheard: number;
  /** How the server ended though nobody killed it. */
  deaths: string[];
  /** What it logged last. */
  lines: string[];
  stop(): Promise<void>;
}

const linesKept = 300;

export async function openSlot(postgresUrl: string): Promise<Slot> {
  const own = await createDatabase(postgresUrl);
  const pool = new pg.Pool({ connectionString: own.url, max: 4 }); // with all the patience there is
  pool.on('error', () => {}); // an idle connection ended; there will be another
  const database = await startDatabaseProxy(own.url);
  const mqtt = await startMqttProxy(randomOf('before the first schedule'));
  let server: ServerProcess | undefined;
  let starting: Promise<void> | undefined;
  let stopped = false;

  const start = async (victim: ServerProcess | undefined, after: number) => {
    await victim?.kill();
    await sleep(after);
    if (stopped) return;
    server = await startProcess({
      env: { DATABASE_URL: database.url },
      onLine: (line) => {
        slot.lines.push(line);
        if (slot.lines.length > linesKept) slot.lines.shift();
      },
      onDeath: (how) => {
        slot.deaths.push(how);
        void slot.crash(0);
      },
    });
    mqtt.target = server.mqttPort;
  };
  const launch = (victim: ServerProcess | undefined, after: number) => {
    starting ??= start(victim, after).finally(() => {
      starting = undefined;
    });
    return starting;
  };

  const slot: Slot = {
    pool,
    database,
    mqtt,
    server: () => server,
    async crash(downFor) {
      const victim = server;
      if (!victim) return;
      server = undefined;
      mqtt.target = undefined;
      slot.crashes += 1;
      await launch(victim, downFor);
    },
    async up() {
      await starting;
      if (!server) throw new Error('there is no server');
      return server;
    },
    crashes: 0,
    unheard: 0,
    deaths: [],
    lines: [],
    async stop() {
      if (stopped) return;
      stopped = true;
      await starting;
      await server?.kill();
      await Promise.all([mqtt.stop(), database.stop(), pool.end()]);
      await own.drop();
    },
  };
  await launch(undefined, 0);
  return slot;
}
