import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { makeLog } from '../../../platform/log.ts';
import { migrate } from '../../../platform/migrate.ts';
import { createDatabase } from '../../../testing/database.ts';
import { useServer } from '../../../testing/server.ts';

const server = useServer();

it.each([
  [42, '2026-11-15T12:00:00Z', 'Asia/Shanghai', '2611150000042'],
  [42, '2026-11-15T16:00:00Z', 'Asia/Shanghai', '2611160000042'],
  [42, '2026-07-01T23:30:00Z', 'Europe/London', '2607020000042'],
  [42, '2026-11-15T23:30:00Z', 'Europe/London', '2611150000042'],
  [9_999_999, '2026-01-01T12:00:00Z', 'UTC', '2601019999999'],
  [12_345_678, '2026-01-01T00:00:00Z', 'Atlantic/Azores', '25123112345678'],
])('the number of order %i, placed at %s in %s, is %s', async (id, placedAt, timeZone, expected) => {
  const { rows } = await server().pool.query('SELECT order_number($1, $2, $3) AS number', [id, placedAt, timeZone]);
  expect(rows).toEqual([{ number: expected }]);
});

it('an order keeps its number when its outlet moves to another time zone, and is found by it', async () => {
  const { client, pool, world } = server();
  const outlet = await world.outlet({ timeZone: 'Asia/Shanghai' });
  const { deviceId } = await world.device(outlet);
  const nearMidnight = new Date('2026-11-15T16:30:00Z');
  const { orderId } = await world.order(deviceId, { at: nearMidnight });
  const { token } = await world.manager([outlet]);
  const span = { period: 'custom', start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' } as const;
  const listed = async (keyword?: string) => (await client.orders.list({ ...span, keyword }, { token })).data.rows;
  const [before] = await listed();
  expect(before?.orderNo).toBe(`261116${orderId.padStart(7, '0')}`);
  await pool.query(`UPDATE outlets SET time_zone = 'UTC' WHERE id = $1`, [outlet.id]);
  expect(await listed()).toMatchObject([{ orderId, orderNo: before?.orderNo }]);
  expect(await listed(before?.orderNo)).toMatchObject([{ orderId }]);
});

it('the database refuses to change the number of an order, and to assign it to another', async () => {
  const { pool, world } = server();
  const { deviceId } = await world.device(await world.outlet());
  const [one, other] = [await world.order(deviceId), await world.order(deviceId)];
  await expect(pool.query(`UPDATE orders SET order_no = '1' WHERE id = $1`, [one.orderId])).rejects.toThrow();
  const again = `INSERT INTO orders (order_no, type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount,
      amount, currency, created_at)
    SELECT order_no, 'coin', 'pending', 'coin', device_id, outlet_id, gear, minutes, list_amount, amount, currency,
      created_at FROM orders WHERE id = $1`;
  await expect(pool.query(again, [other.orderId])).rejects.toThrow('order_numbers');
});

it('an outlet whose time zone PostgreSQL does not know is refused', async () => {
  const { pool, world } = server();
  const { id } = await world.outlet();
  const moved = pool.query(`UPDATE outlets SET time_zone = 'Moon/Tycho' WHERE id = $1`, [id]);
  await expect(moved).rejects.toThrow('Moon/Tycho');
});

it('the upgrade stores the number that each order shows, in the zone that its outlet has at that moment', async () => {
  const database = await createDatabase(inject('postgresUrl'), 'template0');
  const log = makeLog('silent');
  await migrate(database.url, log, { wanted: (name) => name < '0026' });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone)
    SELECT zone, '', 0, 0, 'CNY', zone FROM unnest(ARRAY['Asia/Shanghai', 'Europe/London']) WITH ORDINALITY AS v (zone, n)
    ORDER BY n`);
  await client.query(
    `INSERT INTO devices (id, name, outlet_id, secret_hash) VALUES ('A1', 'A1', 1, ''), ('A2', 'A2', 2, '')`,
  );
  // More than a batch, around midnight of both zones.
  await client.query(`INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount,
      currency, created_at, started_at, ends_at, ended_at)
    SELECT 'coin', 'finished', 'coin', 'A' || outlet, outlet, 'deep', 1, 100, 100, 'CNY', at, at, at, at
    FROM (SELECT n % 2 + 1 AS outlet, timestamptz '2026-11-15 15:00Z' + n * interval '3 s' AS at
      FROM generate_series(1, 13000) n) v`);
  await migrate(database.url, log);
  await client.query(`UPDATE outlets SET time_zone = 'America/New_York'`);
  const { rows } = await client.query(`SELECT count(*)::int AS orders, count(*) FILTER (WHERE order_no =
      to_char(created_at AT TIME ZONE (ARRAY['Asia/Shanghai', 'Europe/London'])[outlet_id], 'YYMMDD')
      || lpad(id::text, 7, '0'))::int AS kept, count(DISTINCT left(order_no, 6))::int AS days FROM orders`);
  expect(rows).toEqual([{ orders: 13_000, kept: 13_000, days: 2 }]);
  await client.end();
  await database.drop();
});
