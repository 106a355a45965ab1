import { randomUUID } from 'node:crypto';
import { Chair } from '@recline/simulator/chair';
import { expect, inject, it, onTestFinished } from 'vitest';
import { makePool, type Pool } from '../../../platform/db.ts';
import { deviceOf, until } from '../../../testing/chairs.ts';
import { createDatabase } from '../../../testing/database.ts';
import { startTestServer } from '../../../testing/start.ts';
import { makeWorld } from '../../../testing/world.ts';
import { withoutServer } from '../lifecycle/lifecycle.service.ts';
import { makeAnswers } from './chair-events.ts';
import { writeCommand } from './commands.ts';

/** A database that outlives the server of its test. */
async function ownDatabase() {
  const { url, drop } = await createDatabase(inject('postgresUrl'));
  const pool = makePool(url, { max: 2 });
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  return { url, pool };
}

const results = async (pool: Pool) =>
  (await pool.query<{ result: string | null }>('SELECT result FROM commands ORDER BY order_id')).rows.map(
    ({ result }) => result,
  );

/** Sends the start command of a new order on a new chair. */
async function sentStart(pool: Pool) {
  const world = makeWorld(pool);
  const { deviceId } = await world.device(await world.outlet());
  const { id } = await world.order(deviceId, { status: 'starting', gear: 'standard' });
  const order = { id, device_id: deviceId, minutes: 10, gear: 'standard' } as const;
  const sent = await writeCommand({ db: pool, now: new Date(), startWaitMs: 10_000 }, order, 'start');
  return { deviceId, commandId: sent.command.commandId };
}

it('acceptances are kept after a failed write, with those that arrived meanwhile, and the next flush writes them', async () => {
  const { pool } = await ownDatabase();
  const [first, second] = [await sentStart(pool), await sentStart(pool)];
  const answers = makeAnswers(withoutServer({ pool, clock: () => new Date() }));
  const accept = ({ deviceId, commandId }: typeof first) =>
    answers.acknowledged(deviceId, { commandId, result: 'accepted', at: new Date().toISOString() });
  await pool.query('ALTER TABLE commands RENAME TO commands_away');
  await accept(first);
  const flushing = answers.flush();
  await accept(second);
  await expect(flushing).rejects.toThrow('relation "commands" does not exist');
  await pool.query('ALTER TABLE commands_away RENAME TO commands');
  expect(await results(pool)).toEqual([null, null]);
  await answers.flush();
  expect(await results(pool)).toEqual(['accepted', 'accepted']);
});

it('of more than ten thousand acceptances that wait for the database the first are kept, also after a failed write', async () => {
  const written: number[] = [];
  let isAway = true;
  const query = async ({ values }: { values: string[] }) => {
    written.push((JSON.parse(values[0] ?? '[]') as object[]).length);
    if (isAway) throw new Error('no database');
    return { rows: [] };
  };
  const answers = makeAnswers(withoutServer({ pool: { query } as unknown as Pool, clock: () => new Date() }));
  const accept = async (count: number) => {
    const at = new Date().toISOString();
    for (let index = 0; index < count; index += 1)
      await answers.acknowledged('A1', { commandId: randomUUID(), result: 'accepted', at });
  };
  await accept(10_001);
  const flushing = answers.flush();
  await accept(1);
  await expect(flushing).rejects.toThrow('no database');
  isAway = false;
  await answers.flush();
  await answers.flush();
  expect(written).toEqual([10_000, 10_000]);
});

it('acceptances that are still buffered are written when the server stops', async () => {
  const { url, pool } = await ownDatabase();
  const timing = { orders: { flushEveryMs: 3600_000 } };
  const server = await startTestServer(inject('postgresUrl'), { DATABASE_URL: url }, timing);
  onTestFinished(() => server.stop());
  const outlet = await server.world.outlet();
  const chair = new Chair({ brokerUrl: server.mqttUrl, ...(await server.world.device(outlet)) });
  onTestFinished(() => chair.powerOff());
  await chair.powerOn();
  await until(async () => (await deviceOf(server, chair.deviceId))?.online === true);
  const { token } = await server.world.manager([outlet]);
  const start = { deviceId: chair.deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash' } as const;
  const { data } = await server.client.starting.activate({ ...start, requestId: randomUUID() }, { token });
  // A chair accepts a command before it reports the start, so the acceptance has arrived.
  expect(data.status).toBe('running');
  expect(await results(pool)).toEqual([null]);
  await server.stop();
  expect(await results(pool)).toEqual(['accepted']);
});
