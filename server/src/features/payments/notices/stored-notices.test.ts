import { beforeEach, describe, expect, it } from 'vitest';
import { lockedBy, useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import * as differences from '../bills/differences.sql.ts';
import * as refunds from '../refunds/admin.sql.ts';
import { makeForgedLimits } from './forged-limits.ts';
import * as sql from './notices.sql.ts';

/** Which notices are judged and kept, and the payment lists for staff. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE payment_notices, refunds, payment_differences CASCADE'));

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const notice = (n: number, changed: Row = {}) =>
  insert('payment_notices', n, { received_at: now, try_at: now, ...changed });
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const left = async () => ids((await pool().query<{ id: number }>('SELECT id FROM payment_notices ORDER BY id')).rows);

it('a notice without an outcome is judged when it is due, by one server, and again later', async () => {
  await notice(1, { try_at: now });
  await notice(2, { try_at: ago(-1) });
  await notice(3, { outcome: 'taken' });
  expect(ids(await sql.takeUnjudged(pool(), now, ago(-60)))).toEqual([1]);
  expect(await sql.takeUnjudged(pool(), now, ago(-60))).toEqual([]);
  expect(ids(await sql.takeUnjudged(pool(), ago(-60), ago(-120))).toSorted()).toEqual([1, 2]);
});

it('a hundred notices are judged at a time, those that are due longest first', async () => {
  await pool().query(
    `INSERT INTO payment_notices (provider, received_at, headers, body, try_at)
     SELECT 'sandbox', $1, '{}', '', $1::timestamptz - n * interval '1 second' FROM generate_series(1, 101) n`,
    [now],
  );
  expect(await sql.takeUnjudged(pool(), now, ago(-60))).toHaveLength(100);
  const rest = await pool().query('SELECT try_at FROM payment_notices WHERE try_at <= $1', [now]);
  expect(rest.rows).toEqual([{ try_at: ago(1) }]);
});

it('a notice that another server is judging is skipped', async () => {
  await notice(1);
  await notice(2);
  const other = await pool().connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM payment_notices WHERE id = 1 FOR UPDATE');
    expect(ids(await sql.takeUnjudged(pool(), now, ago(-60)))).toEqual([2]);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});

it('only a replayed notice is judged from the beginning', async () => {
  await notice(1, { outcome: 'failed', detail: 'why', tries: 20, try_at: ago(60) });
  await notice(2, { outcome: 'taken' });
  expect(await sql.replayNotice.maybe(pool(), 1, now)).toEqual({ id: 1, provider: 'sandbox' });
  expect(await sql.replayNotice.maybe(pool(), 9, now)).toBeUndefined();
  expect(await sql.takeUnjudged(pool(), now, ago(-60))).toMatchObject([{ id: 1, tries: 0 }]);
  await sql.judgeNotice(pool(), 1, 'ignored', 'because', now);
  const stored = await pool().query('SELECT outcome, detail, tries FROM payment_notices ORDER BY id');
  expect(stored.rows).toMatchObject([{ outcome: 'ignored', detail: 'because', tries: 1 }, { outcome: 'taken' }]);
});

it('notices are listed newest first, of one outcome or of all', async () => {
  for (const [n, outcome] of [
    [1, 'taken'],
    [2, 'forged'],
    [3, null],
    [4, 'taken'],
  ] as const)
    await notice(n, { outcome });
  expect(ids(await sql.listNotices(pool(), null, 10))).toEqual([4, 3, 2, 1]);
  expect(ids(await sql.listNotices(pool(), null, 2))).toEqual([4, 3]);
  expect(ids(await sql.listNotices(pool(), 'taken', 10))).toEqual([4, 1]);
});

it('of forged notices only the newest are kept; no other notice is dropped', async () => {
  for (const n of [1, 2, 3, 4, 5]) await notice(n, { outcome: n === 2 ? 'taken' : 'forged' });
  await sql.forgetForged(pool(), 4);
  expect(await left()).toEqual([1, 2, 3, 4, 5]);
  await sql.forgetForged(pool(), 1);
  expect(await left()).toEqual([2, 4, 5]);
});

describe('places for notices that are stored unchecked', () => {
  it('are sixty a minute; a genuine notice returns its place within its minute', () => {
    let time = now;
    const limits = makeForgedLimits(() => time);
    const places = Array.from({ length: 60 }, () => limits.takePlace());
    expect(places.every((place) => place !== undefined)).toBe(true);
    expect(limits.takePlace()).toBeUndefined();
    places[0]?.giveBack();
    expect(limits.takePlace()).toBeDefined();
    expect(limits.takePlace()).toBeUndefined();
    time = new Date(now.getTime() + 59_999);
    expect(limits.takePlace()).toBeUndefined();
    time = new Date(now.getTime() + 60_000);
    for (let n = 0; n < 60; n += 1) expect(limits.takePlace()).toBeDefined();
    places[1]?.giveBack(); // of the previous minute
    expect(limits.takePlace()).toBeUndefined();
  });
});

describe('staff see', () => {
  const closed = { closed_at: now, closed_by: 'anna', close_reason: 'why' };
  const refund = (n: number, changed: Row = {}) => insert('refunds', n, { order_id: 1, attempt_id: null, ...changed });
  const difference = (n: number, changed: Row = {}) => insert('payment_differences', n, changed);

  it('unfinished refunds, those that need staff first', async () => {
    await refund(1);
    await refund(2, { state: 'done', done_at: now });
    await refund(3, { state: 'failed' });
    await refund(4, { state: 'failed', ...closed });
    await refund(5, { state: 'pending' });
    expect(ids(await refunds.listRefunds(pool()))).toEqual([3, 1, 5]);
    expect((await refunds.find.maybe(pool(), 5))?.state).toBe('pending');
    expect((await refunds.lock.maybe(pool(), 3))?.state).toBe('failed');
  });

  it('how a refund was closed: as done only if it was paid by hand', async () => {
    for (const n of [1, 2, 3]) await refund(n, { state: 'failed' });
    await refunds.close.one(pool(), 1, 'done', now, 'anna', 'bank');
    await refunds.close.one(pool(), 2, 'failed', now, 'anna', 'kept');
    const rows = await pool().query('SELECT state, done_at, closed_by, close_reason FROM refunds ORDER BY id');
    expect(rows.rows).toEqual([
      { state: 'done', done_at: now, closed_by: 'anna', close_reason: 'bank' },
      { state: 'failed', done_at: null, closed_by: 'anna', close_reason: 'kept' },
      { state: 'failed', done_at: null, closed_by: null, close_reason: null },
    ]);
  });

  it('open differences, oldest first, and closed ones on demand', async () => {
    for (const n of [1, 2, 3]) await difference(n);
    await differences.close.one(pool(), 2, now, 'anna', 'not ours');
    expect(ids(await differences.listDifferences(pool(), false))).toEqual([1, 3]);
    expect(ids(await differences.listDifferences(pool(), true))).toEqual([1, 2, 3]);
    expect(await differences.lock.maybe(pool(), 2)).toMatchObject({ closed_by: 'anna', close_reason: 'not ours' });
    expect(await differences.lock.maybe(pool(), 3)).toMatchObject({ closed_at: null });
  });

  it('the item that they are closing, locked until it is closed', async () => {
    for (const n of [1, 2]) await refund(n, { state: 'failed' });
    for (const n of [1, 2]) await difference(n);
    const locked = (table: string, work: Parameters<typeof lockedBy>[2]) => lockedBy(pool(), [table, 'id'], work);
    expect(await locked('refunds', (db) => refunds.lock(db, 2))).toEqual([2]);
    expect(await locked('payment_differences', (db) => differences.lock(db, 1))).toEqual([1]);
  });

  it('how many items of each kind are open', async () => {
    for (const [n, state] of ['due', 'asked', 'pending', 'failed', 'done'].entries())
      await refund(n + 1, { state, done_at: state === 'done' ? now : null });
    await refund(9, { state: 'failed', ...closed });
    await difference(1);
    await difference(2, closed);
    await notice(1); // not tried yet
    await notice(2, { tries: 1 });
    await notice(3, { outcome: 'failed', tries: 20 });
    await notice(4, { outcome: 'taken', tries: 2 });
    expect(await refunds.paymentQueues.one(pool())).toEqual({
      refunds_due: 3,
      refunds_failed: 1,
      differences: 1,
      notices_failed: 2,
    });
  });
});
