import { createHash } from 'node:crypto';
import { makePool } from '@recline/server/platform/db';
import { createDatabase } from '@recline/server/testing/database';
import { spawnServer } from '@recline/server/testing/process';
import { makeWorld } from '@recline/server/testing/world';
import { simulatedId, simulatedSecret } from './fleet-process.ts';

/** A server in a process of its own that knows so many simulated chairs, all of one outlet, and its manager. */
export async function serverWithChairs(postgresUrl: string, chairs: number, settings: Record<string, string> = {}) {
  const database = await createDatabase(postgresUrl);
  const pool = makePool(database.url, { max: 4, patient: true });
  const world = makeWorld(pool);
  const outlet = await world.outlet();
  const { token } = await world.manager([outlet]);
  const hash = createHash('sha256').update(simulatedSecret).digest('hex');
  const ids = Array.from({ length: chairs }, (_, index) => simulatedId(index));
  await pool.query(
    'INSERT INTO devices (id, name, outlet_id, secret_hash) SELECT id, id, $2, $3 FROM unnest($1::text[]) AS v (id)',
    [ids, outlet.id, hash],
  );
  const server = await spawnServer({ DATABASE_URL: database.url, ...settings });
  return {
    server,
    pool,
    token,
    priceId: outlet.prices[0]?.priceId ?? '',
    async stop() {
      await server.kill();
      await pool.end();
      await database.drop();
    },
  };
}
