import { beforeEach, describe, expect, it } from 'vitest';
import { lockedBy, useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import * as deadlines from './deadlines.sql.ts';
import * as sql from './lifecycle.sql.ts';

/** Which orders are past a deadline, and which orders of an account or outlet are open. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE orders, commands CASCADE'));

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let last = 1000;
function next(): number {
  last += 1;
  return last;
}

/** An order on a chair of its own. */
async function order(status: string, changed: Row = {}): Promise<number> {
  const id = next();
  const started = ['running', 'finished'].includes(status);
  await insert('devices', id);
  await insert('accounts', id, { role: 'consumer', account: null });
  await insert('orders', id, {
    status,
    device_id: `D${id}`,
    placed_by: id,
    created_at: ago(900),
    started_at: started ? ago(900) : null,
    ends_at: started ? ago(300) : null,
    ended_at: ['finished', 'failed', 'cancelled'].includes(status) ? ago(300) : null,
    ...changed,
  });
  return id;
}

async function starting(expires_at: Date, changed: Row = {}, command: Row = {}): Promise<number> {
  const id = await order('starting', changed);
  await insert('commands', id, { device_id: `D${id}`, order_id: id, created_at: ago(60), expires_at, ...command });
  return id;
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('a start is overdue', () => {
  const overdue = async (sentSince = new Date(0), only: number | null = null) =>
    idsOf(await deadlines.overdueStarts(pool(), now, sentSince, only));

  it('from its deadline on, oldest order first, and only while it is starting', async () => {
    const late = await starting(ago(1), { created_at: ago(50) });
    const inTime = await starting(now, { created_at: ago(70) });
    await starting(ago(-1));
    const running = await order('running');
    await insert('commands', running, { device_id: `D${running}`, order_id: running, expires_at: ago(1) });
    expect(await overdue()).toEqual([inTime, late]);
    expect(await overdue(new Date(0), late)).toEqual([late]);
    expect(await overdue(new Date(0), running)).toEqual([]);
  });

  it('only if it was sent since a given time, counting its start command alone', async () => {
    const id = await starting(ago(1));
    await insert('commands', next(), {
      id: uuid(next()),
      type: 'stop',
      device_id: `D${id}`,
      order_id: id,
      expires_at: ago(-60),
    });
    expect(await overdue(ago(60))).toEqual([id]);
    expect(await overdue(ago(59))).toEqual([]);
  });
});

it('a payment is overdue from its deadline on, oldest first', async () => {
  const [second, first] = [
    await order('pending', { created_at: ago(600) }),
    await order('pending', { created_at: ago(700) }),
  ];
  await order('pending', { created_at: ago(599) });
  await order('cancelled', { created_at: ago(700) });
  expect(idsOf(await deadlines.overduePayments(pool(), ago(600)))).toEqual([first, second]);
});

it('an end is overdue at its time, and an unanswered stop at the end of the paid time', async () => {
  const [second, first] = [await order('running', { ends_at: now }), await order('running', { ends_at: ago(1) })];
  await order('running', { ends_at: ago(-1) });
  const stopped = (ends_at: Date, stop: string) => order('finished', { ends_at, stop });
  const [late, later] = [await stopped(now, 'asked'), await stopped(ago(1), 'asked')];
  await stopped(ago(-1), 'asked');
  await stopped(ago(1), 'confirmed');
  expect(idsOf(await deadlines.overdueEnds(pool(), now))).toEqual([first, second]);
  expect(idsOf(await deadlines.overdueStops(pool(), now))).toEqual([later, late]);
});

it('a sweep handles at most a hundred orders of a kind', async () => {
  await pool().query(
    `INSERT INTO devices (id, name, outlet_id, secret_hash) SELECT 'M' || n, 'chair', 1, 'hash' FROM generate_series(1, 101) n`,
  );
  const many = (status: string, times: string) =>
    pool().query(
      `INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount, currency,
         created_at, started_at, ends_at, ended_at, stop)
       SELECT 'coin', '${status}', 'coin', 'M' || n, 1, 'deep', 10, 100, 100, 'CNY', $1, ${times}
       FROM generate_series(1, 101) n`,
      [ago(900)],
    );
  await many('running', '$1, $1, NULL, NULL');
  await many('finished', `$1, $1, $1, 'asked'`);
  expect(await deadlines.overdueEnds(pool(), now)).toHaveLength(100);
  expect(await deadlines.overdueStops(pool(), now)).toHaveLength(100);
});

it('lists the chairs of starting orders once each, and reports whether an order is starting', async () => {
  const [one, other] = [await starting(now), await starting(now)];
  const running = await order('running');
  const chairs = (await deadlines.startingChairs(pool())).map(({ device_id }) => device_id);
  expect(chairs.toSorted()).toEqual([`D${one}`, `D${other}`].toSorted());
  expect(await deadlines.isStarting.one(pool(), one)).toEqual({ starting: true });
  expect(await deadlines.isStarting.one(pool(), running)).toEqual({ starting: false });
});

it('the unpaid orders of an outlet are locked in the order of their ids, those of accounts found newest first', async () => {
  await insert('outlets', 900);
  const [one, two] = [await order('pending'), await order('pending')];
  const elsewhere = await order('pending', { outlet_id: 900 });
  const over = await order('cancelled');
  expect(idsOf(await sql.lockUnpaidOf(pool(), 1))).toEqual([one, two]);
  expect(idsOf(await sql.unpaidOf(pool(), [one, two, over]))).toEqual([two, one]);
  expect(idsOf(await sql.unpaidOf(pool(), [elsewhere]))).toEqual([elsewhere]);
  expect(idsOf(await sql.lockOrders(pool(), [two, one]))).toEqual([one, two]);
  expect(await sql.statusOf.one(pool(), over)).toEqual({ status: 'cancelled' });
});

it('orders move to another account, except one whose request that account made as well', async () => {
  const [moved, kept, owner] = [await order('finished'), await order('finished'), await order('finished')];
  await pool().query('UPDATE orders SET placed_by = $2 WHERE id = $1', [kept, moved]);
  await pool().query('UPDATE orders SET request_id = $2 WHERE id = $1', [owner, uuid(kept)]);
  const stranger = await order('finished');
  await sql.moveToAccount(pool(), moved, owner);
  const placed = await pool().query<{ id: number; placed_by: number }>('SELECT id, placed_by FROM orders ORDER BY id');
  expect(placed.rows).toEqual([
    { id: moved, placed_by: owner },
    { id: kept, placed_by: moved },
    { id: owner, placed_by: owner },
    { id: stranger, placed_by: stranger },
  ]);
});

it('every change of an order locks it', async () => {
  const [one, two] = [await order('pending'), await order('pending')];
  const locked = (work: Parameters<typeof lockedBy>[2]) => lockedBy(pool(), ['orders', 'id'], work);
  expect(await locked((db) => sql.lockOrder(db, one))).toEqual([one]);
  expect(await locked((db) => sql.lockOrders(db, [two]))).toEqual([two]);
  expect(await locked((db) => sql.lockUnpaidOf(db, 1))).toEqual([one, two]);
});
