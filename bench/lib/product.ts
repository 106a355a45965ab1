import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePath } from '@recline/contract/call';
import { createDatabase } from '@recline/server/testing/database';
import { spawnServer } from '@recline/server/testing/process';
import pg from 'pg';
import { simulatedId } from './fleet-process.ts';
import type { TemporaryPostgres } from './postgres.ts';
import { fillWorld, managerOfChair, managerToken, type Size } from './world.ts';

/** After an overload, clearing up may take a minute. */
const maxWaitMs = 180_000;

/** The server in a separate process, on a database that is filled with outlets, chairs and accounts. */
export async function startProduct(postgres: TemporaryPostgres, size: Size, settings: Record<string, string> = {}) {
  const database = await createDatabase(postgres.url);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const { priceId } = await fillWorld(pool, size);
  const dataDir = await mkdtemp(join(postgres.folder, 'files-'));
  const server = await spawnServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    PAYMENT_PROVIDERS: 'sandbox',
    ...settings,
  });
  return {
    url: server.url,
    mqttUrl: server.mqttUrl,
    pid: server.pid,
    pool,
    priceId,
    /** Resolves once every chair of a sample is ready to start. */
    async chairsOnline(): Promise<void> {
      const deadline = Date.now() + maxWaitMs;
      for (const chair of sampleOf(size.chairs)) {
        while (!(await isStartable(server.url, chair, size))) {
          if (Date.now() > deadline) throw new Error(`${simulatedId(chair)} is not ready to start`);
          await sleep(250);
        }
      }
    },
    async stop() {
      await server.kill();
      await pool.end();
      await database.drop();
    },
  };
}

const sampleOf = (chairs: number) =>
  Array.from({ length: Math.min(50, chairs) }, (_, index) => chairs - 1 - Math.floor((index * chairs) / 50));

async function isStartable(url: string, chair: number, size: Size): Promise<boolean> {
  const response = await fetch(`${url}${basePath}/data-centre/device-status`, {
    method: 'POST',
    headers: { 'access-token': managerToken(managerOfChair(chair, size)) },
    body: new URLSearchParams({ deviceId: simulatedId(chair) }),
  });
  const { code } = (await response.json()) as { code: number };
  return code === 200;
}
