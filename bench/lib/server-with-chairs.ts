import { createHash } from 'node:crypto';
import { makePool } from '@recline/server/platform/db';
import { createDatabase } from '@recline/server/testing/database';
import { spawnServer } from '@recline/server/testing/process';
import { makeWorld } from '@recline/server/testing/world';
import { simulatedId, simulatedSecret } from './fleet-process.ts';

/** A server in a process of its own that knows so many simulated chairs, fifty an outlet, and the manager of all. */
export async function serverWithChairs(postgresUrl: string, chairs: number, settings: Record<string, string> = {}) {
  const database = await createDatabase(postgresUrl);
  const pool = makePool(database.url, { max: 4, patient: true });
  const world = makeWorld(pool);
  const outlets = await Promise.all(Array.from({ length: Math.ceil(chairs / 50) }, () => world.outlet()));
  const { token } = await world.manager(outlets);
  const hash = createHash('sha256').update(simulatedSecret).digest('hex');
  const ids = Array.from({ length: chairs }, (_, index) => simulatedId(index));
  // All at the first outlet's prices, so that one price fits every chair.
  await pool.query(
    `INSERT INTO devices (id, name, outlet_id, secret_hash, price_group_id)
     SELECT v.id, v.id, ($2::bigint[])[1 + v.no % $4], $3, (SELECT price_group_id FROM outlets WHERE id = $5)
     FROM unnest($1::text[]) WITH ORDINALITY AS v (id, no)`,
    [ids, outlets.map((outlet) => outlet.id), hash, outlets.length, outlets[0]?.id],
  );
  const server = await spawnServer({ DATABASE_URL: database.url, ...settings });
  return {
    server,
    pool,
    token,
    priceId: outlets[0]?.prices[0]?.priceId ?? '',
    async stop() {
      await server.kill();
      await pool.end();
      await database.drop();
    },
  };
}
