import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { fillDemo } from './demo/demo.ts';
import { makePool } from './platform/db.ts';
import { makeLog } from './platform/log.ts';
import { createDatabase } from './testing/database.ts';
import { startTestServer, type TestServer } from './testing/start.ts';

/** A demo whose operator names no sandbox among the payment providers. */

let server: TestServer;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createDatabase(inject('postgresUrl'));
  drop = database.drop;
  await fillDemo(database.url, () => new Date(), makeLog('silent'), 1);
  const pool = makePool(database.url, { max: 1 });
  await pool.query("UPDATE demo SET filled_from = now() - interval '400 days'"); // the year before is not needed
  await pool.end();
  const settings = { DATABASE_URL: database.url, DEMO: '1', PAYMENT_PROVIDERS: '' };
  server = await startTestServer(inject('postgresUrl'), settings);
});
afterAll(async () => {
  await server.stop();
  await drop();
});

const logIn = async () => ({ token: (await server.client.logIn('global', 'recline-demo')).data.accessToken });

it('refunds an order of its past, whose money the sandbox took', async () => {
  const { rows } = await server.pool.query<{ id: number }>(
    `SELECT id FROM orders WHERE status = 'finished' AND pay_type = 'wechat' AND amount > 0
     AND id NOT IN (SELECT order_id FROM payment_attempts a JOIN sandbox_refunds ON payment = a.number) LIMIT 1`,
  );
  const orderId = String(rows[0]?.id);
  await server.client.orders.refund({ orderId, reason: 'the chair was cold' }, await logIn());
  const state = async () =>
    (await server.pool.query('SELECT state, last_error FROM refunds WHERE order_id = $1', [orderId])).rows;
  await vi.waitFor(async () => expect(await state()).toEqual([{ state: 'done', last_error: null }]), 30_000);
  expect(server.logged.filter((line) => line.includes('is not set up'))).toEqual([]);
});

it('offers the sandbox to no guest', async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    `SELECT id FROM devices WHERE fault_code IS NULL AND NOT EXISTS (
       SELECT FROM orders WHERE device_id = devices.id AND status = 'running') LIMIT 1`,
  );
  const { data } = await server.client.chairPage.get({ deviceId: rows[0]?.id ?? '' }, await logIn());
  expect(data.payTypes).not.toContain('sandbox');
});
