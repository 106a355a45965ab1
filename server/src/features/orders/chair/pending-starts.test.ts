import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@recline/contract/topics';
import { expect, it } from 'vitest';
import { makeLog } from '../../../platform/log.ts';
import { listen } from '../../../platform/notify.ts';
import { until } from '../../../testing/chairs.ts';
import { useServer } from '../../../testing/server.ts';
import { publishOrders } from '../channels.ts';
import { makePendingStarts } from './pending-starts.ts';

const server = useServer();

it('stops sending a start that ended on another server', async () => {
  const { pool, world, databaseUrl } = server();
  const { deviceId } = await world.device(await world.outlet());
  const order = await world.order(deviceId, { status: 'starting' });
  const listener = await listen(databaseUrl, makeLog('silent'));
  const sent: Command[] = [];
  let gaveUp = false;
  const pending = makePendingStarts({
    pool,
    clock: () => new Date(),
    log: makeLog('silent'),
    listener,
    timing: { resendAfterMs: [50, 100, 150] },
    send: (_deviceId, command) => sent.push(command),
    giveUp: async () => {
      gaveUp = true;
      return true;
    },
  });
  const expiresAt = new Date(Date.now() + 2_000);
  const command = {
    commandId: 'c',
    type: 'start',
    orderId: order.orderId,
    expiresAt: expiresAt.toISOString(),
  } as Command;
  pending.launch({ deviceId, orderId: order.id, command, expiresAt });
  const waited = pending.wait(order.id);
  expect(sent).toHaveLength(1);
  // Published like the other server's commit.
  const found = await pool.query('SELECT id, outlet_id, device_id, placed_by FROM orders WHERE id = $1', [order.id]);
  await publishOrders(pool, [{ ...found.rows[0], status: 'running' }]);
  expect(await waited).toBe('running');
  const sentUntilThen = sent.length;
  await sleep(expiresAt.getTime() + 100 - Date.now()); // long enough for every resend and the deadline
  expect([sent.length, gaveUp]).toEqual([sentUntilThen, false]);
  await listener.stop();
});

it('answers waiting requests with the outcome of a start, even if the notification was lost', async () => {
  const { pool, world, databaseUrl } = server();
  const { deviceId } = await world.device(await world.outlet());
  const order = await world.order(deviceId, { status: 'starting' });
  const listener = await listen(databaseUrl, makeLog('silent'));
  const pending = makePendingStarts({
    pool,
    clock: () => new Date(),
    log: makeLog('silent'),
    listener,
    timing: { resendAfterMs: [] },
    send: () => {},
    giveUp: async () => false,
  });
  const waited = pending.wait(order.id);
  await pool.query(
    `UPDATE orders SET status = 'running', started_at = now(), ends_at = now() + interval '10 min' WHERE id = $1`,
    [order.id],
  );
  const mine = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()`;
  await pool.query(`SELECT pg_terminate_backend(pid) FROM (${mine}) p`);
  await until(async () => listener.connected());
  expect(await waited).toBe('running');
  await listener.stop();
});
