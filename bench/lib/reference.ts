import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createDatabase } from '@recline/server/testing/database';
import { launcher } from '@recline/server/testing/process';
import pg from 'pg';
import type { TemporaryPostgres } from './postgres.ts';

/** The reference server in a separate process, on an empty database of the same PostgreSQL. */
export async function startReference(postgres: TemporaryPostgres) {
  const database = await createDatabase(postgres.url, 'template0');
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const child = fork(join(import.meta.dirname, '../reference/server.ts'), [database.url], {
    execPath: launcher,
    execArgv: [],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the reference server ended')));
  ended.catch(() => {}); // it ends when it is stopped
  const [addresses] = await Promise.race([once(child, 'message'), ended]);
  return {
    ...(addresses as { url: string; mqttUrl: string }),
    pid: child.pid ?? 0,
    pool,
    /** It starts any chair that is connected. */
    chairsOnline: async () => {},
    async stop() {
      if (pool.ended) return;
      child.kill('SIGKILL');
      await pool.end();
      await database.drop();
    },
  };
}
