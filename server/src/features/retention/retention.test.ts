import { randomUUID } from 'node:crypto';
import { topicOf } from '@recline/contract/topics';
import { describe, expect, it } from 'vitest';
import { connectBare } from '../../attacks/bare-chair.ts';
import { transaction } from '../../platform/db.ts';
import { makeLog } from '../../platform/log.ts';
import { lockSweep } from '../../platform/old-rows.sql.ts';
import { until, useChairs } from '../../testing/chairs.ts';
import { runCli } from '../../testing/cli.ts';
import { sendSandboxNotice } from '../../testing/sandbox-notice.ts';
import { useServer } from '../../testing/server.ts';
import { settleAttempt } from '../payments/attempts/attempts.sql.ts';
import { dueOf, makeRetention } from './index.ts';

const server = useServer({}, { payments: { everyMs: 200, queryAfterMs: 200 } });
const connectChair = useChairs(server);
const dayMs = 24 * 3600_000;
const settings = {
  KEEP_EVENT_DAYS: 30,
  KEEP_COMMAND_DAYS: 30,
  KEEP_NOTICE_DAYS: 30,
  KEEP_UNPAID_DAYS: 30,
  KEEP_SESSION_DAYS: 30,
  KEEP_REPORT_DAYS: 30,
};
const forever = {
  KEEP_EVENT_DAYS: 0,
  KEEP_COMMAND_DAYS: 0,
  KEEP_NOTICE_DAYS: 0,
  KEEP_UNPAID_DAYS: 0,
  KEEP_SESSION_DAYS: 0,
  KEEP_REPORT_DAYS: 0,
};
/** At this time, rows written in these tests are just older than 30 days. */
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

  it('is kept for as long as the setting says, and swept rows are not read again', async () => {
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
    // The mark of the other tests comes after these commands.
    await pool.query(`DELETE FROM retention_marks WHERE kind = 'commands'`);
    await retention().sweep();
    expect(await count('commands WHERE order_id = $1', over)).toBe(0);
    expect(await count('commands WHERE order_id = $1', running)).toBe(1);
  });
});

describe('what a sweep would drop', () => {
  it('is shown by `recline retention`, and then dropped; newer rows stay', async () => {
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

  it('is dropped in batches, completely', async () => {
    const { accountId } = await server().world.consumer();
    await server().pool.query(
      `INSERT INTO sessions (token_hash, account_id, exclusive, ended_at, end_reason)
       SELECT convert_to('old ' || n, 'UTF8'), $1, false, now() - interval '31 days', 'logout' FROM generate_series(1, 2500) n`,
      [accountId],
    );
    expect(await retention(settings, () => new Date()).sweep()).toEqual({ sessions: 2500 });
  });

  it('is logged when dropped; nothing is logged if nothing was dropped', async () => {
    const logged: string[] = [];
    const log = makeLog('info', { write: (line: string) => void logged.push(line) });
    const { pool } = server();
    const timing = { everyMs: dayMs, pauseMs: 0 };
    const own = makeRetention({ pool, clock: () => new Date(), log, settings, timing });
    await endedSession(new Date(Date.now() - 31 * dayMs));
    await own.sweep();
    expect(logged.map((line) => (JSON.parse(line) as { dropped: unknown }).dropped)).toEqual([{ sessions: 1 }]);
    await own.sweep();
    expect(logged).toHaveLength(1);
  });

  it('is dropped up to the end of a batch before a server stops', async () => {
    const { pool } = server();
    const hash = await endedSession(new Date(Date.now() - 31 * dayMs));
    const timing = { everyMs: 10, pauseMs: 0 };
    const own = makeRetention({ pool, clock: () => new Date(), log: makeLog('silent'), settings, timing });
    const happened: string[] = [];
    const other = await pool.connect();
    let stopped: Promise<unknown> | undefined;
    try {
      await other.query('BEGIN');
      await other.query('LOCK TABLE sessions IN SHARE ROW EXCLUSIVE MODE');
      own.start();
      const waits = `pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%DELETE FROM sessions%ended_at%'`;
      await until(async () => (await count(waits)) > 0);
      stopped = own.stop().then(() => happened.push('stopped'));
      expect(await count('sessions WHERE token_hash = $1', hash)).toBe(1);
      happened.push('goes on');
      await other.query('ROLLBACK');
    } finally {
      other.release();
    }
    await stopped;
    expect(happened).toEqual(['goes on', 'stopped']);
    expect(await count('sessions WHERE token_hash = $1', hash)).toBe(0);
  });

  it('is not dropped while another server is sweeping', async () => {
    const hash = await endedSession(new Date(Date.now() - 31 * dayMs));
    await transaction(server().pool, async (db) => {
      expect(await lockSweep.one(db)).toEqual({ got: true });
      expect(await retention(settings, () => new Date()).sweep()).toEqual({});
    });
    expect(await count('sessions WHERE token_hash = $1', hash)).toBe(1);
  });
});

describe('a guest who never made an order', () => {
  /** A guest whose only session was last used this many days ago. */
  async function guest(daysAgo: number) {
    const { client, pool } = server();
    const { accessToken: token } = (await client.session.guest({})).data;
    const { id } = (await client.session.info({}, { token })).data;
    const at = new Date(Date.now() - daysAgo * dayMs);
    await pool.query('UPDATE sessions SET last_used_at = $2 WHERE account_id = $1', [id, at]);
    return { accountId: Number(id), token };
  }
  const sweep = () => retention(settings, () => new Date()).sweep();

  it('is deleted with session and wallet some time after the last use; one with an order, a complaint or a newer session stays', async () => {
    const { pool, world, client } = server();
    await pool.query("DELETE FROM retention_marks WHERE kind = 'guests'"); // the tests above moved the clock into the future
    const { deviceId } = await world.device(await world.outlet());
    const [gone, byWallet, customer, angry, returned, recent] = await Promise.all([31, 32, 33, 34, 35, 29].map(guest));
    await pool.query(
      `INSERT INTO wallets (wallet, user_id, account_id, created_at, last_used_at)
       VALUES ('wechat', 'oGone', $1, now(), now())`,
      [byWallet?.accountId],
    );
    await world.order(deviceId, { placedBy: customer });
    await pool.query(
      `INSERT INTO feedback (device_id, outlet_id, account_id, problem, description)
       SELECT id, outlet_id, $2, 'noise', 'loud' FROM devices WHERE id = $1`,
      [deviceId, angry?.accountId],
    );
    await pool.query('INSERT INTO sessions (token_hash, account_id, exclusive) VALUES ($1, $2, false)', [
      Buffer.from(randomUUID()),
      returned?.accountId,
    ]);
    const left = async () =>
      (await pool.query<{ id: number }>('SELECT id FROM accounts ORDER BY id')).rows.map(({ id }) => id);
    const before = await left();
    expect(await sweep()).toMatchObject({ guests: 2 });
    const after = await left();
    const swept = new Set(before.filter((id) => !after.includes(id)));
    expect(swept).toEqual(new Set([gone?.accountId, byWallet?.accountId]));
    expect(await count("wallets WHERE user_id = 'oGone'")).toBe(0);
    expect((await client.session.info({}, { token: gone?.token })).code).toBe(401);
    expect((await client.session.info({}, { token: recent?.token })).code).toBe(200);
    expect((await sweep()).guests).toBeUndefined();
  });
});

describe('an order that was never paid', () => {
  /** A guest who chose to pay online, and whose order the provider has closed unpaid. */
  async function abandoned() {
    const { client, pool, world } = server();
    const outlet = await world.outlet();
    const chair = await connectChair(outlet);
    const { accessToken: token } = (await client.session.guest({})).data;
    const priceId = outlet.prices[0]?.priceId ?? '';
    const input = { deviceId: chair.deviceId, priceId, payType: 'sandbox', requestId: randomUUID() };
    const { orderId } = (await client.starting.activate(input, { token })).data;
    await client.orders.stop({ orderId }, { token });
    await until(async () => (await count("payment_attempts WHERE order_id = $1 AND state = 'open'", orderId)) === 0);
    const { rows } = await pool.query<{ number: string; by: number }>(
      `SELECT a.number, o.placed_by AS by FROM payment_attempts a JOIN orders o ON o.id = a.order_id WHERE o.id = $1`,
      [orderId],
    );
    return { orderId, number: rows[0]?.number ?? '', accountId: rows[0]?.by ?? 0 };
  }

  it('is deleted with its guest; the statistics agree, and money that arrives later is a difference', async () => {
    const { pool, databaseUrl } = server();
    const { orderId, number, accountId } = await abandoned();
    await pool.query("DELETE FROM retention_marks WHERE kind IN ('guests', 'unpaid orders')");
    await retention(settings, () => new Date()).sweep();
    expect(await count('orders WHERE id = $1', orderId)).toBe(1);
    const dropped = await retention().sweep();
    expect(dropped['unpaid orders']).toBeGreaterThan(0);
    expect(await count('orders WHERE id = $1', orderId)).toBe(0);
    expect(await count('payment_attempts WHERE number = $1', number)).toBe(0);
    expect(await count('accounts WHERE id = $1', accountId)).toBe(0);
    expect(await runCli(['statistics', 'check'], { DATABASE_URL: databaseUrl })).toMatchObject({ code: 0 });
    expect((await sendSandboxNotice(server(), { number })).status).toBe(200);
    expect(await count("payment_differences WHERE subject = $1 AND kind = 'unknown order'", number)).toBe(1);
  });
});

it("a payer's address is erased when the payment is decided, or with the notices if it never is", async () => {
  const { world, pool } = server();
  const { id } = await world.order((await world.device(await world.outlet())).deviceId, { status: 'cancelled' });
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, created_at, query_at, until,
       request, way)
     SELECT $1::bigint, n, 'kept_' || $1::bigint || '_' || n, 'elsewhere', 1500, 'CNY', now(), 'infinity', now(),
       '{"payer": {"ip": "203.0.113.78"}}', '{"kind": "redirect"}' FROM generate_series(1, 2) n RETURNING id`,
    [id],
  );
  const [decided, undecided] = rows.map((row) => row.id);
  const told = () => count('payment_attempts WHERE order_id = $1 AND (request IS NOT NULL OR way IS NOT NULL)', id);
  await settleAttempt(pool, decided ?? 0, null, 'dead', new Date());
  expect(await told()).toBe(1);
  await retention(settings, () => new Date()).sweep();
  expect(await told()).toBe(1);
  expect((await retention().sweep()).payers).toBeGreaterThan(0);
  expect(await told()).toBe(0);
  expect(await count('payment_attempts WHERE id = $1', undecided)).toBe(1);
});

it('a report about a chair is deleted with its files; feedback on an order stays', async () => {
  const { world, pool } = server();
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet);
  const guest = await world.consumer();
  const { id: orderId } = await world.order(deviceId, { placedBy: guest });
  const insert = async (about: string, value: unknown) =>
    (
      await pool.query<{ id: number }>(
        `INSERT INTO feedback (outlet_id, account_id, problem, description, ${about}) VALUES ($1, $2, 'noise', '', $3) RETURNING id`,
        [outlet.id, guest.accountId, value],
      )
    ).rows[0]?.id ?? 0;
  const [report, feedback] = [await insert('device_id', deviceId), await insert('order_id', orderId)];
  await pool.query(
    `INSERT INTO files (account_id, key, url, content_type, bytes, feedback_id) VALUES ($1, $2, $2, 'image/png', 1, $3)`,
    [guest.accountId, randomUUID(), report],
  );
  expect((await retention().sweep()).reports).toBe(1);
  expect(await count('feedback WHERE id = ANY($1)', [report, feedback])).toBe(1);
  expect(await count('files WHERE account_id = $1 AND feedback_id IS NULL', guest.accountId)).toBe(1);
});
