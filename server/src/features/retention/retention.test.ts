import { randomUUID } from 'node:crypto';
import { topicOf } from '@recline/contract/topics';
import { describe, expect, it } from 'vitest';
import { connectBare } from '../../attacks/bare-chair.ts';
import { transaction } from '../../platform/db.ts';
import { makeLog } from '../../platform/log.ts';
import { until, useChairs } from '../../testing/chairs.ts';
import { runCli } from '../../testing/cli.ts';
import { useServer } from '../../testing/server.ts';
import { dueOf, makeRetention } from './index.ts';
import { lockSweep } from './retention.sql.ts';

const server = useServer();
const connectChair = useChairs(server);
const dayMs = 24 * 3600_000;
const settings = { KEEP_EVENT_DAYS: 30, KEEP_COMMAND_DAYS: 30, KEEP_NOTICE_DAYS: 30, KEEP_SESSION_DAYS: 30 };
const forever = { KEEP_EVENT_DAYS: 0, KEEP_COMMAND_DAYS: 0, KEEP_NOTICE_DAYS: 0, KEEP_SESSION_DAYS: 0 };
/** What is written in these tests is just older than 30 days then. */
const later = () => new Date(Date.now() + 30 * dayMs + 3600_000);

const retention = (kept = settings, clock = later) =>
  makeRetention({
    pool: server().pool,
    clock,
    log: makeLog('silent'),
    settings: kept,
    timing: { everyMs: dayMs, pauseMs: 0 },
  });

const count = async (from: string, ...values: unknown[]): Promise<number> =>
  (await server().pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, values)).rows[0]?.n ?? 0;

async function endedSession(endedAt: Date): Promise<Buffer> {
  const { accountId } = await server().world.consumer();
  const hash = Buffer.from(randomUUID());
  await server().pool.query(
    `INSERT INTO sessions (token_hash, account_id, exclusive, ended_at, end_reason) VALUES ($1, $2, false, $3, 'logout')`,
    [hash, accountId, endedAt],
  );
  return hash;
}

describe('the payload of an event', () => {
  it('is dropped, and the same coin sent again is acknowledged and not booked again', async () => {
    const { world, pool, mqttUrl } = server();
    const chair = await world.device(await world.outlet());
    const client = await connectBare(mqttUrl, chair);
    const acknowledged: string[] = [];
    client.on('message', (_topic, payload) =>
      acknowledged.push((JSON.parse(String(payload)) as { eventId: string }).eventId),
    );
    await client.subscribeAsync(topicOf(chair.deviceId, 'evt-ack'), { qos: 1 });
    const eventId = randomUUID();
    const coin = { type: 'coin', coins: 1, amount: 500, currency: 'CNY', minutes: 5, gear: 'deep', totalCoins: 1 };
    const event = JSON.stringify({ eventId, bootId: '1', seq: 1, at: new Date().toISOString(), ...coin });
    const send = async (times: number) => {
      await client.publishAsync(topicOf(chair.deviceId, 'evt'), event, { qos: 1 });
      await until(async () => acknowledged.length === times);
    };
    await send(1);
    expect((await retention().sweep()).events).toBeGreaterThan(0);
    const stored = 'SELECT payload, type, order_id IS NOT NULL AS booked FROM device_events WHERE event_id = $1';
    expect((await pool.query(stored, [eventId])).rows).toEqual([{ payload: null, type: 'coin', booked: true }]);
    await send(2);
    expect(acknowledged).toEqual([eventId, eventId]);
    expect(await count('orders WHERE device_id = $1', chair.deviceId)).toBe(1);
    expect(await count('ledger l JOIN orders o ON o.id = l.order_id WHERE o.device_id = $1', chair.deviceId)).toBe(1);
    await client.endAsync(true);
  });

  it('is kept for as long as the setting says, and what was swept is not looked at again', async () => {
    const { world } = server();
    const chair = await connectChair(await world.outlet());
    await retention().sweep();
    chair.insertCoin({ coins: 1, amount: 100, currency: 'CNY', minutes: 1 });
    const mine = 'device_events WHERE device_id = $1 AND payload IS NOT NULL';
    await until(async () => (await count(mine, chair.deviceId)) > 0);
    expect((await retention(settings, () => new Date()).sweep()).events).toBeUndefined();
    expect((await retention(forever).sweep()).events).toBeUndefined();
    expect(await count(mine, chair.deviceId)).toBeGreaterThan(0);
  });
});

describe('the command of an order', () => {
  it('is dropped when the order is over, and kept while it is not', async () => {
    const { world, client, pool } = server();
    const outlet = await world.outlet();
    const { token } = await world.manager([outlet]);
    const start = async () => {
      const { deviceId } = await connectChair(outlet);
      const input = { deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'cash', requestId: randomUUID() };
      return (await client.starting.activate(input, { token })).data.orderId;
    };
    const [over, running] = [await start(), await start()];
    await client.orders.stop({ orderId: over }, { token });
    await until(async () => (await client.orders.get({ orderId: over }, { token })).data.status === 'finished');
    // The mark of the other tests is behind these commands.
    await pool.query(`DELETE FROM retention_marks WHERE kind = 'commands'`);
    await retention().sweep();
    expect(await count('commands WHERE order_id = $1', over)).toBe(0);
    expect(await count('commands WHERE order_id = $1', running)).toBe(1);
  });
});

describe('what would go', () => {
  it('is shown by `recline retention`, and goes; newer rows stay', async () => {
    const { pool, databaseUrl } = server();
    const old = new Date(Date.now() - 200 * dayMs);
    const fresh = new Date();
    const [gone, kept] = [await endedSession(old), await endedSession(fresh)];
    for (const at of [old, fresh]) {
      await pool.query(
        `INSERT INTO payment_notices (provider, received_at, headers, body, outcome, try_at)
         VALUES ('sandbox', $1, '{}', '', 'taken', $1)`,
        [at],
      );
      await pool.query(
        `INSERT INTO dead_letters (device_id, kind, payload, error, received_at, failed_at, resolved_at)
         VALUES ('A1', 'evt', '{}', 'why', $1, $1, $1)`,
        [at],
      );
    }
    const now = () => new Date();
    const expected = [
      ['notices', 180, 1],
      ['sessions', 30, 1],
    ];
    const { stdout } = await runCli(['retention', '--json'], { DATABASE_URL: databaseUrl });
    const shown = JSON.parse(stdout) as { name: string; days: number; rows: number }[];
    expect(shown.map(({ name, days, rows }) => [name, days, rows])).toEqual(expect.arrayContaining(expected));
    expect((await runCli(['retention'], { DATABASE_URL: databaseUrl })).stdout).toContain('KEEP_NOTICE_DAYS');
    const due = Object.fromEntries((await dueOf(pool, settings, now())).map(({ name, rows }) => [name, rows]));
    expect(await retention(settings, now).sweep()).toEqual({ notices: 1, sessions: 1, 'dead letters': 1 });
    expect(due).toMatchObject({ notices: 1, sessions: 1, 'dead letters': 1 });
    expect(await count('sessions WHERE token_hash = $1', gone)).toBe(0);
    expect(await count('sessions WHERE token_hash = $1', kept)).toBe(1);
    expect(await count('payment_notices')).toBe(1);
    expect(await count('dead_letters')).toBe(1);
  });

  it('goes in batches, all of it', async () => {
    const { accountId } = await server().world.consumer();
    await server().pool.query(
      `INSERT INTO sessions (token_hash, account_id, exclusive, ended_at, end_reason)
       SELECT convert_to('old ' || n, 'UTF8'), $1, false, now() - interval '31 days', 'logout' FROM generate_series(1, 2500) n`,
      [accountId],
    );
    expect(await retention(settings, () => new Date()).sweep()).toEqual({ sessions: 2500 });
  });

  it('stays while another server drops it', async () => {
    const hash = await endedSession(new Date(Date.now() - 31 * dayMs));
    await transaction(server().pool, async (db) => {
      expect(await lockSweep.one(db)).toEqual({ got: true });
      expect(await retention(settings, () => new Date()).sweep()).toEqual({});
    });
    expect(await count('sessions WHERE token_hash = $1', hash)).toBe(1);
  });
});
