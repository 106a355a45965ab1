import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makePool, type Pool } from '../../platform/db.ts';
import { createDatabase } from '../../testing/database.ts';
import { makeWorld } from '../../testing/world.ts';
import { sha256 } from './passwords.ts';
import { callerByToken } from './session.sql.ts';
import { makeSessionUses } from './session-uses.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  pool = makePool(database.url, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function session() {
  const world = makeWorld(pool);
  const { token } = await world.manager([await world.outlet()]);
  const hash = sha256(token);
  return { hash, row: await callerByToken.one(pool, hash) };
}
const later = (date: Date, ms: number) => new Date(date.getTime() + ms);
const lastUse = async (hash: Buffer) => (await callerByToken.one(pool, hash)).last_used_at;

it('uses are written together, but not one within a minute of the last', async () => {
  const uses = makeSessionUses(pool);
  const [one, other] = [await session(), await session()];
  const before = other.row.last_used_at;
  const used = later(one.row.last_used_at, 61_000);
  uses.note(one.row, one.hash, used);
  uses.note(other.row, other.hash, later(before, 60_000));
  await uses.flush();
  expect(await lastUse(one.hash)).toEqual(used);
  expect(await lastUse(other.hash)).toEqual(before);
});

it('uses that could not be written are written later', async () => {
  const { hash, row } = await session();
  const broken = makePool(database.url, { max: 1 });
  let current = broken;
  const uses = makeSessionUses({ query: (...query: unknown[]) => current.query(...(query as [string])) } as Pool);
  const used = later(row.last_used_at, 61_000);
  uses.note(row, hash, used);
  await broken.end();
  await expect(uses.flush()).rejects.toThrow();
  current = pool;
  await uses.flush();
  expect(await lastUse(hash)).toEqual(used);
});
