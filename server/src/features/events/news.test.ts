import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Pool } from '../../platform/db.ts';
import { useServer } from '../../testing/server.ts';
import { readChanges } from './news.ts';

const server = useServer();

/** A pool that waits for `happen` before it sends the statement `name`. */
function happensBefore(name: string, happen: () => Promise<unknown>): Pool {
  const { pool } = server();
  const query = async (statement: { name: string; text: string }) => {
    if (statement.name === name) await happen();
    return pool.query(statement);
  };
  return { query } as unknown as Pool;
}

it('a fault that is stored just before the end of an order is read together with the end', async () => {
  const { pool, world } = server();
  const { deviceId } = await world.device(await world.outlet(), { online: true });
  const { id } = await world.order(deviceId, { status: 'running' });
  const slow = happensBefore('orders.byId', async () => {
    await sleep(50); // long enough for a statement that does not wait for this one
    await pool.query(`UPDATE devices SET fault_code = 'E42' WHERE id = $1`, [deviceId]);
  });
  const { devicesById } = await readChanges({ pool: slow, clock: () => new Date() }, [id], [deviceId]);
  expect(devicesById.get(deviceId)?.map(({ row }) => row.fault_code)).toEqual(['E42']);
});
