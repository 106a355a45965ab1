import { randomUUID } from 'node:crypto';
import { topicOf } from '@recline/contract/topics';
import { expect, it } from 'vitest';
import { until, useChairs } from '../../../testing/chairs.ts';
import { runCli } from '../../../testing/cli.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();
const connectChair = useChairs(server);

const counted = async (outcome: string): Promise<number> => {
  const metrics = await (await fetch(`${server().url}/metrics`)).text();
  return Number(new RegExp(`recline_starts_total\\{outcome="${outcome}"\\} (\\d+)`).exec(metrics)?.[1]);
};

/** A start on a chair that does not answer. */
async function silentStart() {
  const { client, world, pool } = server();
  const outlet = await world.outlet();
  const chair = await connectChair(outlet);
  chair.faults.add('ignores');
  const { token } = await world.manager([outlet]);
  const start = { deviceId: chair.deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash' } as const;
  const started = client.starting.activate({ ...start, requestId: randomUUID() }, { token });
  const placed = async () =>
    (await pool.query<{ id: number }>('SELECT id FROM orders WHERE device_id = $1', [chair.deviceId])).rows[0]?.id;
  const orderId = String(await until(placed));
  return { client, chair, token, orderId, started };
}

it("a start that ends because the chair's state reports the run is counted", async () => {
  const before = await counted('started');
  const { chair, orderId, started } = await silentStart();
  const seen = { firmware: 'x', bootId: 9_999_999_999, seq: 1, at: new Date().toISOString() };
  const endsAt = new Date(Date.now() + 600_000).toISOString();
  const state = { state: 'running', orderId, endsAt, ...seen };
  await chair.publishRaw(topicOf(chair.deviceId, 'state'), JSON.stringify(state));
  expect(await started).toMatchObject({ code: 200, data: { status: 'running' } });
  expect(await counted('started')).toBe(before + 1);
});

it('a start that a person stops is counted', async () => {
  const before = await counted('stopped');
  const { client, token, orderId, started } = await silentStart();
  await client.orders.stop({ orderId }, { token });
  expect(await started).toMatchObject({ code: 20206 });
  expect(await counted('stopped')).toBe(before + 1);
});

it('a replayed dead letter about an order that is over stops the chair', async () => {
  const { world, pool, databaseUrl } = server();
  const chair = await connectChair(await world.outlet());
  const { orderId } = await world.order(chair.deviceId, { status: 'failed' });
  const event = { eventId: randomUUID(), type: 'started', orderId, minutes: 10, gear: 'deep', bootId: 1, seq: 1 };
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO dead_letters (device_id, kind, payload, error, received_at, failed_at)
     VALUES ($1, 'evt', $2, 'x', now() - interval '2 hours', now() - interval '2 hours') RETURNING id`,
    [chair.deviceId, JSON.stringify({ ...event, at: new Date(Date.now() - 7200_000).toISOString() })],
  );
  const replayed = await runCli(['event', 'replay', String(rows[0]?.id)], { DATABASE_URL: databaseUrl });
  expect(replayed.code).toBe(0);
  const answered = `SELECT FROM commands WHERE order_id = $1 AND type = 'stop' AND result IS NOT NULL`;
  await until(async () => (await pool.query(answered, [orderId])).rowCount === 1);
});
