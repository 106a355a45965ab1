import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { until, useChairs } from '../testing/chairs.ts';
import { runCli } from '../testing/cli.ts';
import { moneyOf } from '../testing/money.ts';
import { useServer } from '../testing/server.ts';
import type { Outlet } from '../testing/world.ts';

const server = useServer({}, { payments: { everyMs: 500 } });
const connectChair = useChairs(server);
const run = (...words: string[]) => runCli(words, { DATABASE_URL: server().databaseUrl });
const stateOf = async (deviceId: string, token: string) =>
  (await server().client.chairPage.get({ deviceId }, { token })).data.state;

const startOf = (deviceId: string, outlet: Outlet, payType: 'sandbox' | 'cash') => ({
  deviceId,
  priceId: outlet.prices[0]?.priceId ?? '',
  payType,
  requestId: randomUUID(),
});

describe('an outlet that is closed', () => {
  it('takes no new orders, says so on the pages of its chairs, and opens again', async () => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await connectChair(outlet);
    const guest = await world.consumer();
    const manager = await world.manager([outlet]);
    expect(await run('outlet', 'close', outlet.outletId)).toMatchObject({ code: 0 });
    expect(await stateOf(deviceId, guest.token)).toBe('closed');
    const byGuest = startOf(deviceId, outlet, 'sandbox');
    expect((await client.starting.activate(byGuest, guest)).code).toBe(20202);
    expect((await client.starting.activate(startOf(deviceId, outlet, 'cash'), manager)).code).toBe(20202);
    expect(await run('outlet', 'close', outlet.outletId)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('closed'),
    });
    expect(await run('outlet', 'open', outlet.outletId)).toMatchObject({ code: 0 });
    expect(await run('outlet', 'open', outlet.outletId)).toMatchObject({ code: 4 });
    expect(await stateOf(deviceId, guest.token)).toBe('free');
    expect((await client.starting.activate(byGuest, guest)).code).toBe(200);
    const audit = await run('audit', 'list', '--json');
    const actions = (JSON.parse(audit.stdout) as { target: string; action: string }[])
      .filter(({ target }) => target === `outlet ${outlet.outletId}`)
      .map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['outlet close', 'outlet open']);
  });

  it('cancels its unpaid orders, and late payments are refunded', async () => {
    const { client, world, pool } = server();
    const outlet = await world.outlet();
    const { deviceId } = await connectChair(outlet);
    const { token } = await world.consumer();
    const { data } = await client.starting.activate(startOf(deviceId, outlet, 'sandbox'), { token });
    const body = new URLSearchParams({ decision: 'paid', notice: 'late' });
    await fetch(data.payUrl ?? '', { method: 'POST', body, redirect: 'manual' });
    const { stdout } = await run('outlet', 'close', outlet.outletId);
    expect(stdout).toContain('Unpaid orders cancelled: 1.');
    const order = async () => (await client.orders.get({ orderId: data.orderId }, { token })).data;
    expect(await order()).toMatchObject({ status: 'cancelled' });
    const money = async () => (await moneyOf(pool, data.orderId)).map(({ kind }) => kind);
    await until(async () => (await money()).includes('refunded'));
    expect((await money()).toSorted()).toEqual(['paid', 'refund', 'refunded']);
    expect(await order()).toMatchObject({ status: 'cancelled', startedAt: null });
  });

  it('lets a running order finish or be ended', async () => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await connectChair(outlet);
    const manager = await world.manager([outlet]);
    const { data } = await client.starting.activate(startOf(deviceId, outlet, 'cash'), manager);
    await run('outlet', 'close', outlet.outletId);
    const status = async () => (await client.orders.get({ orderId: data.orderId }, manager)).data.status;
    expect(await status()).toBe('running');
    expect((await client.orders.stop({ orderId: data.orderId }, manager)).code).toBe(200);
    expect(await status()).toBe('finished');
  });

  it('is gone from the lists of its manager, who can still log in, read and refund', async () => {
    const { client, world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet);
    const manager = await world.manager([outlet]);
    const { orderId } = await world.order(deviceId, { type: 'cash_coupon' });
    await run('outlet', 'close', outlet.outletId);
    const { data } = await client.logIn(manager.account, manager.password);
    const as = { token: data.accessToken };
    expect((await client.session.info({}, as)).data).toMatchObject({ outlets: [], currency: 'CNY' });
    expect((await client.outlets.list({}, as)).data.rows).toEqual([]);
    const devices = (await client.devices.list({}, as)).data;
    expect(devices).toMatchObject({ rows: [], counts: { all: 0 } });
    expect((await client.orders.list({ period: 'today' }, as)).data.rows).toMatchObject([{ orderId }]);
    expect((await client.orders.refund({ orderId, reason: 'closed' }, as)).code).toBe(200);
  });

  it('accepts no order that was being placed when it closed', async () => {
    const { client, world, pool } = server();
    const outlet = await world.outlet();
    const { deviceId } = await connectChair(outlet);
    const { token } = await world.consumer();
    const closing = await pool.connect();
    try {
      await closing.query('BEGIN');
      await closing.query('SELECT FROM outlets WHERE id = $1 FOR UPDATE', [outlet.id]);
      await closing.query('UPDATE outlets SET closed_at = now() WHERE id = $1', [outlet.id]);
      const starting = client.starting.activate(startOf(deviceId, outlet, 'sandbox'), { token });
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO orders%'`;
      await until(async () => ((await pool.query(waiting)).rowCount ?? 0) > 0);
      await closing.query('COMMIT');
      expect((await starting).code).toBe(20202);
    } finally {
      closing.release();
    }
    const { rows } = await pool.query('SELECT id FROM orders WHERE device_id = $1', [deviceId]);
    expect(rows).toEqual([]);
  });
});
