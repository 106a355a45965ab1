import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { isOutOfReach } from './db.ts';
import { closeSilentConnections } from './silent-connections.ts';

const server = useServer();
const maxSilenceMs = 300;

function makeStrictPool() {
  const pool = new pg.Pool({ connectionString: server().databaseUrl, max: 1, min: 1 });
  pool.on('error', () => {});
  closeSilentConnections(pool, maxSilenceMs);
  return pool;
}

const backend = async (pool: pg.Pool) => (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid as number;

it('an unanswered query fails as unreachable, and the pool replaces its connection', async () => {
  const pool = makeStrictPool();
  try {
    const first = await backend(pool);
    const error = await pool.query('SELECT pg_sleep(30)').catch((failed: unknown) => failed);
    expect(error).toMatchObject({ message: 'timeout: the database does not answer' });
    expect(isOutOfReach(error)).toBe(true);
    expect(await backend(pool)).not.toBe(first);
  } finally {
    await pool.end();
  }
});

it('an idle connection is kept', async () => {
  const pool = makeStrictPool();
  try {
    const first = await backend(pool);
    await sleep(3 * maxSilenceMs);
    expect(await backend(pool)).toBe(first);
  } finally {
    await pool.end();
  }
});
