import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePool } from '@recline/server/platform/db';
import { createDatabase, startTestPostgres } from '@recline/server/testing/database';
import { spawnServer } from '@recline/server/testing/process';
import { spawnFleet } from '../lib/fleet-process.ts';
import { fillWorld, type Size } from './world.ts';

/** A server with its broker inside, a PostgreSQL as it comes, and a fleet that is connected to it. */
export async function setScene(size: Size, say: (text: string) => void) {
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  };
  try {
    const directory = await mkdtemp(join(tmpdir(), 'recline-bench-'));
    cleanups.push(() => rm(directory, { recursive: true, force: true }));
    const postgres = await startTestPostgres(directory, []);
    cleanups.push(postgres.stop);
    const database = await createDatabase(postgres.url);
    const pool = makePool(database.url, { max: 2, patient: true });
    cleanups.push(() => pool.end());
    say(`filling a database: ${size.outlets} outlets, ${size.chairs} chairs, ${size.history} orders of the past year`);
    const { priceId } = await fillWorld(pool, size);
    const server = await spawnServer({ DATABASE_URL: database.url, DATA_DIR: join(directory, 'files') });
    cleanups.push(server.kill);
    say('connecting the chairs');
    const begun = Date.now();
    const fleet = await spawnFleet(size.chairs, server.mqttUrl);
    cleanups.push(fleet.stop);
    say(`all connected after ${Math.round((Date.now() - begun) / 1000)} s`);
    const postgresPid = Number((await readFile(join(postgres.directory, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    return { pool, server, fleet, postgresPid, priceId, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type Scene = Awaited<ReturnType<typeof setScene>>;
