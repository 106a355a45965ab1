import { beforeEach, describe, expect, it } from 'vitest';
import { useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import * as missing from './missing.sql.ts';
import * as sql from './reconcile.sql.ts';

/** Which bills are fetched, compared and searched, and which money a provider's bills have not shown. */

const { pool, insert } = useRows();
beforeEach(() =>
  pool().query('TRUNCATE payment_bills, payment_differences, payment_attempts, refunds, ledger CASCADE'),
);

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const at = (day: string, time = '00:00:00') => new Date(`${day}T${time}.000Z`);
let last = 1000;
function next(): number {
  last += 1;
  return last;
}

const bill = (day: string, changed: Row = {}) =>
  insert('payment_bills', next(), { provider: 'wechat', day, lease_until: ago(60), finished_at: ago(60), ...changed });
const billOf = async (day: string, provider = 'wechat') =>
  (await pool().query<Row>('SELECT * FROM payment_bills WHERE day = $1 AND provider = $2', [day, provider])).rows[0];

/** A payment that was settled at this time. */
async function payment(settled_at: Date, changed: Row = {}): Promise<number> {
  const id = next();
  const base = { order_id: 1, provider: 'wechat', amount: 100, currency: 'CNY' };
  await insert('payment_attempts', id, {
    ...base,
    attempt: id,
    number: `NUMBER${id}`,
    state: 'paid',
    settled_at,
    ...changed,
  });
  const { order_id, provider, amount, currency } = { ...base, ...changed };
  if (changed.state === undefined) await insert('ledger', id, { order_id, provider, amount, currency, attempt_id: id });
  return id;
}
async function refund(attempt_id: number, changed: Row = {}): Promise<number> {
  const id = next();
  await insert('refunds', id, { attempt_id, order_id: 1, provider: 'wechat', amount: 40, currency: 'CNY', ...changed });
  return id;
}
const done = (done_at: Date, changed: Row = {}) => ({ state: 'done', done_at, ...changed });
const closed = { closed_at: now, closed_by: 'anna', close_reason: 'by hand' };
const known = (kind: string, subject: string, changed: Row = {}) =>
  insert('payment_differences', next(), { provider: 'wechat', kind, subject, order_id: null, ...changed });

const [since, until] = [at('2026-11-14'), at('2026-11-15')];

describe('money that no bill has shown', () => {
  it('is a payment of this provider and day, and not a known difference; the oldest first', async () => {
    const [second, first] = [await payment(ago(3600 * 13)), await payment(since)];
    await payment(ago(3600 * 13), { provider: 'alipay' });
    await payment(ago(3600 * 13), { billed_on: '2026-11-14' });
    await payment(ago(3600 * 13), { state: 'dead' });
    await payment(until);
    await payment(new Date(since.getTime() - 1));
    const listed = await payment(ago(3600 * 13));
    await known('not on the bill', `NUMBER${listed}`);
    await known('wrong amount', `NUMBER${first}`);
    await known('not on the bill', `NUMBER${second}`, { provider: 'alipay' });
    const returned = { kind: 'refunded', order_id: 1, amount: 40, provider: 'wechat' };
    const refund_id = await refund(first, done(now));
    await insert('ledger', next(), { ...returned, attempt_id: first, refund_id });
    const rows = await missing.unbilledPayments(pool(), 'wechat', since, until);
    expect(rows.map(({ number, amount }) => [number, amount])).toEqual([
      [`NUMBER${first}`, 100],
      [`NUMBER${second}`, 100],
    ]);
  });

  it('is a refund that the provider made on that day, and not one that staff paid by hand', async () => {
    const paid = await payment(ago(3600 * 40));
    const inside = ago(3600 * 13);
    const [second, first] = [await refund(paid, done(inside)), await refund(paid, done(since))];
    await refund(paid, done(inside, { provider: 'alipay' }));
    await refund(paid, done(inside, { billed_on: '2026-11-14' }));
    await refund(paid, done(inside, closed));
    await refund(paid, done(until));
    await refund(paid, done(new Date(since.getTime() - 1)));
    await refund(paid, { state: 'pending' });
    const listed = await refund(paid, done(inside));
    await known('refund not on the bill', `refund ${listed}`);
    await known('refund pending', `refund ${first}`);
    const rows = await missing.unbilledRefunds(pool(), 'wechat', since, until);
    expect(rows.map(({ id, amount }) => [id, amount])).toEqual([
      [first, 40],
      [second, 40],
    ]);
  });

  it('is a refund that has been on its way since before a moment', async () => {
    const paid = await payment(now);
    const old = { created_at: ago(61) };
    const [due, asked, pending] = [
      await refund(paid, { ...old, state: 'due' }),
      await refund(paid, { ...old, state: 'asked' }),
      await refund(paid, { ...old, state: 'pending' }),
    ];
    await refund(paid, { state: 'due', created_at: ago(60) });
    await refund(paid, { ...old, state: 'due', provider: 'alipay' });
    await refund(paid, { ...old, state: 'failed' });
    await refund(paid, { ...old, ...done(now) });
    const listed = await refund(paid, { ...old, state: 'due' });
    await known('refund pending', `refund ${listed}`);
    const rows = await missing.oldPendingRefunds(pool(), 'wechat', ago(60));
    expect(rows.map(({ id }) => id)).toEqual([due, asked, pending]);
  });
});

describe('the search for missing money', () => {
  const claim = async (time = now) => (await missing.claimSearch.maybe(pool(), 'wechat', time, ago(-600)))?.day;

  it('is due for a day whose bill and the next one are done; the oldest first, one server a day', async () => {
    await bill('2026-11-09', { searched_at: ago(60) });
    await bill('2026-11-10');
    await bill('2026-11-11');
    await bill('2026-11-12');
    await bill('2026-11-14');
    await bill('2026-11-20', { provider: 'alipay' });
    await bill('2026-11-21', { provider: 'alipay' });
    expect([await claim(), await claim(), await claim()]).toEqual(['2026-11-10', '2026-11-11', undefined]);
    expect(await billOf('2026-11-10')).toMatchObject({ lease_until: ago(-600), searched_at: null });
    expect(await claim(ago(-600))).toBe('2026-11-10');
    await missing.finishSearch(pool(), 'wechat', '2026-11-10', now, 3);
    await missing.finishSearch(pool(), 'wechat', '2026-11-10', now, 2);
    expect(await billOf('2026-11-10')).toMatchObject({ searched_at: now, lease_until: now, differences: 5 });
    expect(await billOf('2026-11-12')).toMatchObject({ searched_at: null, differences: 0 });
    expect(await billOf('2026-11-20', 'alipay')).toMatchObject({ searched_at: null, lease_until: ago(60) });
  });

  it.each<[string, Row, Row]>([
    ['its own bill is not done', { finished_at: null }, {}],
    ['the next bill is not done', {}, { finished_at: null }],
    ['the next bill is another provider’s', {}, { provider: 'alipay' }],
    ['another server works on it', { lease_until: ago(-1) }, {}],
  ])('waits while %s', async (_case, own, following) => {
    await bill('2026-11-10', own);
    await bill('2026-11-11', following);
    expect(await claim()).toBeUndefined();
  });
});

describe('a bill', () => {
  const claim = async (doneBefore = ago(3600), time = now) =>
    (await sql.claimBill.maybe(pool(), 'wechat', '2026-11-14', time, ago(-600), doneBefore))?.tries;

  it('is worked on by one server, again once its lease ends, and once it was done long ago', async () => {
    expect([await claim(), await claim()]).toEqual([1, undefined]);
    expect(await claim(ago(3600), ago(-600))).toBe(2);
    await sql.holdBill(pool(), 'wechat', '2026-11-14', now);
    await pool().query('UPDATE payment_bills SET finished_at = $1', [ago(3600)]);
    expect(await claim(ago(3601))).toBeUndefined();
    expect(await claim(ago(3600))).toBe(3);
  });

  it('alone is held, retried and finished; what was found earlier still counts', async () => {
    await bill('2026-11-14', { finished_at: null, differences: 2 });
    await bill('2026-11-13');
    await bill('2026-11-14', { provider: 'alipay' });
    const others = [await billOf('2026-11-13'), await billOf('2026-11-14', 'alipay')];
    await sql.holdBill(pool(), 'wechat', '2026-11-14', ago(-60));
    expect(await billOf('2026-11-14')).toMatchObject({ lease_until: ago(-60) });
    await sql.postponeBill(pool(), 'wechat', '2026-11-14', ago(-90), 'no bill yet');
    expect(await billOf('2026-11-14')).toMatchObject({ lease_until: ago(-90), last_error: 'no bill yet' });
    const result = {
      ...sql.emptyResult(),
      rows: 7,
      foreign_rows: 1,
      differences: 3,
      file: 'f',
      sha256: 'a'.repeat(64),
    };
    await sql.finishBill(pool(), 'wechat', '2026-11-14', now, false, JSON.stringify(result));
    const after = { lease_until: now, last_error: null, rows: 7, foreign_rows: 1, differences: 5 };
    expect(await billOf('2026-11-14')).toMatchObject({ finished_at: null, ...after });
    await sql.finishBill(pool(), 'wechat', '2026-11-14', now, true, JSON.stringify({ ...result, differences: 0 }));
    expect(await billOf('2026-11-14')).toMatchObject({ finished_at: now, ...after });
    expect([await billOf('2026-11-13'), await billOf('2026-11-14', 'alipay')]).toEqual(others);
  });
});

describe('the rows of a bill', () => {
  const book = async (...rows: Row[]) =>
    sql.bookRows(pool(), JSON.stringify(rows.map((row, no) => ({ no, ...row }))), 'wechat', '2026-11-14');
  const fees = async (table: string, id: number) =>
    (await pool().query<Row>(`SELECT billed_on::text, fee::int FROM ${table} WHERE id = $1`, [id])).rows[0];
  const unbilled = { billed_on: null, fee: null };

  it('mark the payments of their provider, with the fee; each is answered with what is booked', async () => {
    const [paid, dead, foreign, other] = [
      await payment(now),
      await payment(now, { state: 'dead' }),
      await payment(now, { provider: 'alipay' }),
      await payment(now),
    ];
    const row = (id: number, fee?: number) => ({ kind: 'paid', key: `NUMBER${id}`, fee });
    const booked = await book(row(paid, 3), row(dead, 4), row(foreign, 5), { kind: 'paid', key: 'NO_SUCH_NUMBER' });
    expect(booked.map(({ no, known: isKnown, order_id, amount }) => [no, isKnown, order_id, amount])).toEqual([
      [0, true, 1, 100],
      [1, true, 1, null],
      [2, false, null, null],
      [3, false, null, null],
    ]);
    expect(await fees('payment_attempts', paid)).toEqual({ billed_on: '2026-11-14', fee: 3 });
    for (const id of [dead, foreign, other]) expect(await fees('payment_attempts', id)).toEqual(unbilled);
    await book(row(paid));
    expect(await fees('payment_attempts', paid)).toEqual({ billed_on: '2026-11-14', fee: 3 });
  });

  it('mark refunds by their id; one that we did not request is known by its payment', async () => {
    const paid = await payment(now, { provider_ref: 'REF' });
    const [ours, foreign] = [await refund(paid, done(now)), await refund(paid, done(now, { provider: 'alipay' }))];
    await insert('ledger', next(), {
      kind: 'refunded',
      order_id: 1,
      attempt_id: paid,
      refund_id: ours,
      amount: 40,
      provider: 'wechat',
    });
    const row = (refundId: number | null, changed: Row = {}) => ({
      kind: 'refunded',
      refundId,
      payment: null,
      ...changed,
    });
    const booked = await book(
      row(ours, { fee: 2 }),
      row(foreign),
      row(null, { payment: `NUMBER${paid}` }),
      row(null, { paymentRef: 'REF' }),
      row(null, { payment: 'NO_SUCH_NUMBER', paymentRef: 'NO_SUCH_NUMBER' }),
    );
    expect(booked.map(({ no, known: isKnown, order_id, amount }) => [no, isKnown, order_id, amount])).toEqual([
      [0, true, 1, 40],
      [1, false, null, null],
      [2, true, 1, null],
      [3, true, 1, null],
      [4, false, null, null],
    ]);
    expect(await fees('refunds', ours)).toEqual({ billed_on: '2026-11-14', fee: 2 });
    expect(await fees('refunds', foreign)).toEqual(unbilled);
  });
});
