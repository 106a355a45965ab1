import type { OrderStatus } from '@recline/contract/dictionary';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makePool, type Pool } from '../../../platform/db.ts';
import { makeLog } from '../../../platform/log.ts';
import { makeMetrics } from '../../../platform/metrics.ts';
import { until } from '../../../testing/chairs.ts';
import { createDatabase } from '../../../testing/database.ts';
import { makeWorld } from '../../../testing/world.ts';
import { usualTiming } from '../../../timing.ts';
import { writeCommand } from '../chair/commands.ts';
import { overdueStarts } from './deadlines.sql.ts';
import { giveUpStart, sweep } from './deadlines.ts';
import { change, orderTransaction, withoutServer } from './lifecycle.service.ts';
import { lockOrder } from './lifecycle.sql.ts';

// A database without a server, whose own sweep would judge the same starts.
let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: Pool;
beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  pool = makePool(database.url, { max: 3 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const startWaitMs = 10_000;
const after = (time: Date, ms: number) => new Date(time.getTime() + ms);

/** A start past its deadline, and the code that judges it; `read.until`: messages from before it have been handled. */
async function overdueStart() {
  const world = makeWorld(pool);
  const now = new Date();
  const sentAt = after(now, -3 * startWaitMs);
  const deadline = after(sentAt, startWaitMs);
  const { deviceId } = await world.device(await world.outlet());
  const { id } = await world.order(deviceId, { status: 'starting', gear: 'standard', at: sentAt });
  const order = { id, device_id: deviceId, minutes: 10, gear: 'standard' } as const;
  await writeCommand({ db: pool, now: sentAt, startWaitMs }, order, 'start');
  const read = { until: after(deadline, -1) };
  const counted: string[] = [];
  const logged: string[] = [];
  const metrics = makeMetrics();
  const store = withoutServer({ pool, clock: () => now });
  const orders = {
    ...store,
    effects: { ...store.effects, count: (outcome: string) => counted.push(outcome) },
    log: makeLog('error', { write: (line) => void logged.push(line) }),
    metrics,
    timing: { ...usualTiming.orders, startWaitMs },
    payMinutes: 15,
    send: () => {},
    readUntil: async () => read.until,
    startedAt: after(sentAt, -3600_000),
  };
  const status = async () =>
    (await pool.query<{ status: OrderStatus }>('SELECT status FROM orders WHERE id = $1', [id])).rows[0]?.status;
  const readPastDeadline = () => {
    read.until = after(deadline, 1);
  };
  return { id, now, orders, counted, logged, status, readPastDeadline };
}

it('a start fails only once all messages from before its deadline are read', async () => {
  const { id, orders, status, readPastDeadline } = await overdueStart();
  expect(await giveUpStart(orders, id)).toBe(false);
  expect(await status()).toBe('starting');
  readPastDeadline();
  expect(await giveUpStart(orders, id)).toBe(true);
  expect(await status()).toBe('failed');
});

it('the sweep leaves a start alone while messages from before its deadline are unread, and fails it afterwards', async () => {
  const { now, orders, counted, status, readPastDeadline } = await overdueStart();
  await sweep(orders, now);
  expect(await status()).toBe('starting');
  expect(counted).toEqual([]);
  readPastDeadline();
  await sweep(orders, now);
  expect(await status()).toBe('failed');
  expect(counted).toEqual(['no answer']);
});

it('a start that cannot be failed does not stop the sweep from failing the others', async () => {
  const [bad, good] = [await overdueStart(), await overdueStart()];
  await pool.query(
    `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN IF NEW.id = ${bad.id} THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`,
  );
  await pool.query('CREATE TRIGGER refuse_one BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION refuse_one()');
  good.readPastDeadline();
  await sweep(good.orders, good.now);
  expect([await bad.status(), await good.status()]).toEqual(['starting', 'failed']);
  expect(good.logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { orderId: bad.id, msg: 'an overdue order could not be changed', err: { message: 'refused' } },
  ]);
  expect(await good.orders.metrics.registry.metrics()).toContain('{batch="overdue"} 1');
  await pool.query('DROP TRIGGER refuse_one ON orders');
  await sweep(good.orders, good.now);
  expect(await bad.status()).toBe('failed');
});

it('a sweep locks its orders by their ids, as everybody does, whichever is due first', async () => {
  const world = makeWorld(pool);
  const { orders, now } = await overdueStart();
  const ids: number[] = [];
  for (const minutesAgo of [60, 90]) {
    const { deviceId } = await world.device(await world.outlet());
    ids.push((await world.order(deviceId, { status: 'running', at: after(now, -minutesAgo * 60_000) })).id);
  }
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [ids[0]]);
    const swept = sweep(orders, now);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await pool.query(waiting)).rowCount === 1);
    // The one that was due first is still free.
    await other.query('SELECT FROM orders WHERE id = $1 FOR UPDATE NOWAIT', [ids[1]]);
    await other.query('COMMIT');
    await swept;
  } finally {
    other.release();
  }
  const { rows } = await pool.query('SELECT status FROM orders WHERE id = ANY($1)', [ids]);
  expect(rows).toEqual([{ status: 'finished' }, { status: 'finished' }]);
});

it.each([
  ['before the server started waits for its chair, which reconnects, once more', -1, 1, 'starting'],
  ['before it, no longer than that', -1, 0, 'failed'],
  ['since then is failed at its own deadline', 1, 1, 'failed'],
])('a start that was sent %s', async (_case, sentAfterStartMs, leftMs, expected) => {
  const { id, now, orders, status, readPastDeadline } = await overdueStart();
  readPastDeadline();
  const startedAt = after(now, leftMs - startWaitMs);
  await pool.query('UPDATE commands SET created_at = $2 WHERE order_id = $1', [id, after(startedAt, sentAfterStartMs)]);
  await sweep({ ...orders, startedAt }, now);
  expect(await status()).toBe(expected);
});

it('failing a start that ended meanwhile changes nothing, and leaves nothing to wait for', async () => {
  const { id, orders, status } = await overdueStart();
  await orderTransaction(orders, async (tx) => {
    const order = await lockOrder(tx.db, id);
    if (order) await change(tx, order, { step: 'start', at: tx.now });
  });
  expect(await giveUpStart(orders, id)).toBe(true);
  expect(await status()).toBe('running');
});

it('the sweep finds the command of each start by its order, even when planned while there was no command', async () => {
  const empty = await createDatabase(inject('postgresUrl'));
  const chairPool = makePool(empty.url, { max: 1, byIndex: true });
  await chairPool.query('VACUUM (ANALYZE)');
  const { rows } = await chairPool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${overdueStarts.text}`);
  await chairPool.end();
  await empty.drop();
  const plan = rows.map((row) => row['QUERY PLAN'].trim());
  expect(plan).toContain("Index Cond: (status = 'starting'::text)");
  expect(plan).toContain('Index Cond: (order_id = o.id)');
});
