import { beforeEach, describe, expect, it } from 'vitest';
import { lockedBy, useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import * as sql from './attempts.sql.ts';
import * as personal from './personal-data.sql.ts';

/** Which attempt of an order is the current one, and which writes it still accepts. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE payment_attempts, ledger, refunds, payment_notices, orders CASCADE'));

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

let last = 1000;
function next(): number {
  last += 1;
  return last;
}

async function order(changed: Row = {}): Promise<number> {
  const id = next();
  await insert('orders', id, { placed_by: null, request_id: null, ...changed });
  return id;
}

async function attempt(order_id: number | null, changed: Row = {}): Promise<number> {
  const id = next();
  const settled = changed.state !== undefined && changed.state !== 'open';
  await insert('payment_attempts', id, { order_id, settled_at: settled ? now : null, ...changed });
  return id;
}

interface Stored extends Record<string, unknown> {
  state: string;
  request: unknown;
  way: unknown;
  provider_ref: string | null;
}
const row = async (id: number) =>
  (await pool().query<Stored>('SELECT * FROM payment_attempts WHERE id = $1', [id])).rows[0];
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('the attempts of an order', () => {
  it('that are open are listed newest first; the last one that is not being closed is the one to pay', async () => {
    const [one, other] = [await order(), await order()];
    expect(await sql.lastAttempt.one(pool(), one)).toEqual({ last: 0 });
    await attempt(one, { attempt: 1, state: 'dead' });
    const second = await attempt(one, { attempt: 3 });
    const first = await attempt(one, { attempt: 2 });
    const closing = await attempt(one, { attempt: 4, closing: true });
    await attempt(one, { attempt: 5, state: 'paid' });
    await attempt(other, { attempt: 9 });
    expect(ids(await sql.openAttemptsOf(pool(), one))).toEqual([closing, second, first]);
    expect((await sql.openAttemptOf.maybe(pool(), one))?.id).toBe(second);
    expect(await sql.lastAttempt.one(pool(), one)).toEqual({ last: 5 });
  });

  it('are found by their numbers, and a payment by provider and the provider’s id once it is paid', async () => {
    const one = await order();
    const open = await attempt(one, { attempt: 1, number: 'NUMBER1', provider_ref: 'ref' });
    const paid = await attempt(one, { attempt: 2, number: 'NUMBER2', provider_ref: 'ref paid', state: 'paid' });
    await attempt(one, { attempt: 3, number: 'NUMBER3' });
    expect(ids(await sql.attemptsByNumber(pool(), ['NUMBER2', 'NUMBER1', 'NUMBER9'])).toSorted()).toEqual([open, paid]);
    const byRef = (provider: string, ref: string) => sql.paidByRef.maybe(pool(), provider, ref);
    expect(await byRef('sandbox', 'ref paid')).toEqual({ id: paid });
    expect(await byRef('sandbox', 'ref')).toBeUndefined();
    expect(await byRef('wechat', 'ref paid')).toBeUndefined();
    expect(await byRef('sandbox', 'other')).toBeUndefined();
  });

  it('that are open are closed and queried at once; those of other orders, and settled ones, are unchanged', async () => {
    const [one, other] = [await order(), await order()];
    const later = ago(-60);
    const [open, closing, paid, foreign] = [
      await attempt(one, { attempt: 1, query_at: later }),
      await attempt(one, { attempt: 2, query_at: later, closing: true }),
      await attempt(one, { attempt: 3, query_at: later, state: 'paid' }),
      await attempt(other, { query_at: later }),
    ];
    await sql.markClosing(pool(), one, now);
    expect(await row(open)).toMatchObject({ closing: true, query_at: now });
    expect(await row(closing)).toMatchObject({ closing: true, query_at: later });
    expect(await row(paid)).toMatchObject({ closing: false, query_at: later });
    expect(await row(foreign)).toMatchObject({ closing: false });
  });
});

describe('to close the attempts of an order, for another way to pay,', () => {
  it('one caller takes those that are open, and that nobody has just queried', async () => {
    const [one, other] = [await order(), await order()];
    const [justQueried, next] = [ago(10), ago(-30)];
    const [open, closing, taken, dead, paid, foreign] = [
      await attempt(one, { attempt: 1, query_at: ago(-99) }),
      await attempt(one, { attempt: 2, query_at: justQueried, closing: true }),
      await attempt(one, { attempt: 3, query_at: ago(9), closing: true }),
      await attempt(one, { attempt: 4, state: 'dead' }),
      await attempt(one, { attempt: 5, state: 'paid' }),
      await attempt(other, { query_at: ago(99) }),
    ];
    const before = [await row(taken), await row(dead), await row(paid), await row(foreign)];
    const found = await sql.takeToClose(pool(), one, justQueried, next);
    expect(ids(found).toSorted()).toEqual([open, closing]);
    for (const id of [open, closing]) expect(await row(id)).toMatchObject({ closing: true, query_at: next });
    expect([await row(taken), await row(dead), await row(paid), await row(foreign)]).toEqual(before);
    expect(await sql.takeToClose(pool(), one, justQueried, next)).toEqual([]);
  });
});

describe('an order is payable', () => {
  it.each<[string, Row, boolean]>([
    ['once its payer was told how', { way: { kind: 'redirect' } }, true],
    ['once its payer came back', { returned_at: ago(1) }, true],
    ['if it was paid', { state: 'paid' }, true],
    ['not before its payer was told how', {}, false],
    ['not by an attempt that is being closed', { way: { kind: 'redirect' }, closing: true }, false],
    ['not by an attempt that is dead', { state: 'dead', way: { kind: 'redirect' } }, false],
  ])('%s', async (_case, changed, expected) => {
    const [one, other] = [await order(), await order()];
    await attempt(one, changed);
    expect(await sql.isPayable(pool(), one)).toBe(expected);
    expect(await sql.isPayable(pool(), other)).toBe(false);
  });
});

describe('requests to a provider and its answers', () => {
  it('the first request is kept while the attempt is open', async () => {
    const [open, other] = [await attempt(await order()), await attempt(await order())];
    const keep = async (id: number, n: number) =>
      (await sql.keepRequest.maybe(pool(), id, JSON.stringify({ n })))?.request as unknown;
    expect(await keep(open, 1)).toEqual({ n: 1 });
    expect(await keep(open, 2)).toEqual({ n: 1 });
    expect((await row(other))?.request).toBeNull();
    for (const over of [{ state: 'dead' }, { closing: true }])
      expect(await keep(await attempt(await order(), over), 1)).toBeUndefined();
  });

  it('the answer is kept while the attempt is open; a known id is kept, and the end never moves earlier', async () => {
    const until = ago(-600);
    const [open, other] = [
      await attempt(await order(), { until, provider_ref: 'known' }),
      await attempt(await order(), { until }),
    ];
    const keep = (id: number, ref: string | null, end: Date) =>
      sql.keepPrepaid.maybe(pool(), id, ref, '{"kind":"redirect"}', ago(-300), end);
    expect(await keep(open, null, ago(-500))).toEqual({ id: open });
    expect(await row(open)).toMatchObject({ provider_ref: 'known', until, way_until: ago(-300) });
    await keep(open, 'newer', ago(-700));
    expect(await row(open)).toMatchObject({ provider_ref: 'newer', until: ago(-700) });
    expect(await row(other)).toMatchObject({ way: null });
    for (const over of [{ state: 'paid' }, { closing: true }])
      expect(await keep(await attempt(await order(), over), 'x', now)).toBeUndefined();
  });

  it('both are erased once the attempt is settled, except for the id', async () => {
    const of = { request: { payer: 1 }, way: { kind: 'qr' }, provider_ref: 'page' };
    const [one, two, other] = [
      await attempt(await order(), of),
      await attempt(await order(), of),
      await attempt(await order(), of),
    ];
    await sql.settleAttempt(pool(), one, 'payment', 'paid', now);
    await sql.settleAttempt(pool(), two, null, 'dead', now);
    const settled = { request: null, way: null, settled_at: now };
    expect(await row(one)).toMatchObject({ ...settled, state: 'paid', provider_ref: 'payment' });
    expect(await row(two)).toMatchObject({ ...settled, state: 'dead', provider_ref: 'page' });
    expect(await row(other)).toMatchObject({ state: 'open', request: { payer: 1 } });
  });
});

describe('a payer who comes back', () => {
  const back = (orderId: number) => sql.markReturned(pool(), orderId, now, 10_000);

  it('causes a query at once the first time, and another only after asking how to pay', async () => {
    const one = await order();
    const open = await attempt(one, { query_at: ago(-60) });
    const foreign = await attempt(await order(), { query_at: ago(-60) });
    expect(ids(await back(one))).toEqual([open]);
    expect(await row(open)).toMatchObject({ returned_at: now, query_at: now });
    expect(await back(one)).toEqual([]);
    await sql.payAgain(pool(), foreign);
    expect(await back(one)).toEqual([]);
    await sql.payAgain(pool(), open);
    expect(ids(await back(one))).toEqual([open]);
    expect(await row(foreign)).toMatchObject({ returned_at: null, query_at: ago(-60) });
  });

  it.each<[string, Row, Date]>([
    ['ten seconds after the provider last answered', { query_at: ago(-60), answered_at: ago(4) }, ago(-6)],
    ['at once where that is long ago', { query_at: ago(-60), answered_at: ago(40) }, now],
    ['when it is due anyway, if that is earlier', { query_at: ago(5) }, ago(5)],
  ])('causes a query %s', async (_case, changed, asked) => {
    const one = await order();
    const open = await attempt(one, changed);
    await back(one);
    expect((await row(open))?.query_at).toEqual(asked);
  });

  it('after the attempt is settled changes nothing', async () => {
    const one = await order();
    await attempt(one, { state: 'paid' });
    expect(await back(one)).toEqual([]);
  });
});

it("an attempt that the provider's page reports as paid is queried at once; no known fact is lost", async () => {
  const one = await order();
  const fresh = await attempt(one, { attempt: 1, query_at: ago(-60) });
  const known = await attempt(one, { attempt: 2, query_at: ago(9), provider_ref: 'known', returned_at: ago(7) });
  const over = await attempt(one, { attempt: 3, query_at: ago(-60), state: 'dead' });
  for (const id of [fresh, known, over]) await sql.queryPaid(pool(), id, 'told', now);
  expect(await row(fresh)).toMatchObject({ provider_ref: 'told', returned_at: now, query_at: now });
  expect(await row(known)).toMatchObject({ provider_ref: 'known', returned_at: ago(7), query_at: ago(9) });
  expect(await row(over)).toMatchObject({ provider_ref: null, query_at: ago(-60) });
});

it('an order is paid if money arrived for it, however it was paid', async () => {
  const [paid, other] = [await order(), await order()];
  await insert('ledger', next(), { order_id: paid });
  await insert('refunds', 1, { order_id: other, attempt_id: null });
  await insert('ledger', next(), { order_id: other, kind: 'refunded', refund_id: 1 });
  expect([await sql.isPaid(pool(), paid), await sql.isPaid(pool(), other)]).toEqual([true, false]);
});

it('the payment method of an order is that of its last paid attempt', async () => {
  const [one, two, other] = [await order(), await order(), await order()];
  await attempt(one, { attempt: 1, state: 'paid', number: 'FIRST_1' });
  await attempt(one, { attempt: 2, state: 'paid', number: 'SECOND1' });
  await attempt(one, { attempt: 3, state: 'dead' });
  await attempt(two, { attempt: 1 });
  await attempt(other, { attempt: 1, state: 'paid' });
  const rows = await sql.paidAttempts(pool(), [one, two]);
  expect(rows.map(({ order_id, number }) => [order_id, number])).toEqual([[one, 'SECOND1']]);
});

describe('of a person', () => {
  it('money is pending while a payment or a refund is undecided', async () => {
    const open = async (orderId: number) => (await personal.openMoneyOfAny(pool(), [orderId])).length;
    const refund = (order_id: number, changed: Row) =>
      insert('refunds', next(), { order_id, attempt_id: null, ...changed });
    const [paying, paid, due, done, closed] = [
      await order(),
      await order(),
      await order(),
      await order(),
      await order(),
    ];
    await attempt(paying);
    await attempt(paid, { state: 'paid' });
    await refund(due, {});
    await refund(done, { state: 'done', done_at: now });
    await refund(closed, { state: 'failed', closed_at: now, closed_by: 'anna', close_reason: 'x' });
    const counts = [];
    for (const each of [paying, paid, due, done, closed]) counts.push(await open(each));
    expect(counts).toEqual([1, 0, 1, 0, 0]);
  });

  it('payments and refunds are shown as they happened, and nobody else’s', async () => {
    const [one, other] = [await order(), await order()];
    const made = [await attempt(one, { attempt: 1 }), await attempt(one, { attempt: 2 })];
    await attempt(other);
    for (const order_id of [one, other]) await insert('refunds', next(), { order_id, attempt_id: null });
    const payments = (await personal.exportPayments(pool(), [one])) as { number: string }[];
    expect(payments.map(({ number }) => number)).toEqual(made.map((id) => `ATTEMPT${id}`));
    expect(await personal.exportRefunds(pool(), [one])).toHaveLength(1);
  });

  it('address and wallet are erased; an open attempt keeps what closing it needs', async () => {
    const [one, other] = [await order(), await order()];
    const request = { key: 'k', payer: { ip: '203.0.113.7', walletUser: 'w' } };
    const of = { request, way: { kind: 'qr' } };
    const open = await attempt(one, { attempt: 1, ...of });
    const dead = await attempt(one, { attempt: 2, state: 'dead', ...of });
    const foreign = await attempt(other, of);
    await personal.emptyAttempts(pool(), [one]);
    expect(await row(open)).toMatchObject({ way: null, request: { key: 'k', payer: { ip: '', browser: 'other' } } });
    expect(await row(dead)).toMatchObject({ way: null, request: null });
    expect(await row(foreign)).toMatchObject({ way: { kind: 'qr' }, request });
  });

  it('notices that name a payment are emptied, once judged', async () => {
    const one = await order();
    await attempt(one, { number: 'NUMBER_ONE', provider_ref: 'REF_ONE', created_at: ago(60) });
    const notice = (n: number, text: string, changed: Row = {}) =>
      insert('payment_notices', n, {
        body: `\\x${Buffer.from(text).toString('hex')}`,
        headers: { from: 'provider' },
        outcome: 'taken',
        received_at: now,
        ...changed,
      });
    await notice(1, '{"number":"NUMBER_ONE"}');
    await notice(2, '{"ref":"REF_ONE","number":"NUMBER_ONE"}', { received_at: ago(60) });
    await notice(3, '{"number":"NUMBER_ONE"}', { outcome: null });
    await notice(4, '{"number":"NUMBER_ONE"}', { provider: 'elsewhere' });
    await notice(5, '{"number":"NUMBER_ONE"}', { received_at: ago(61) });
    await notice(6, '{"number":"NUMBER_TWO"}');
    expect(await personal.emptyNotices.one(pool(), [one])).toEqual({ n: 2 });
    const kept = await pool().query<{ id: number }>(`SELECT id FROM payment_notices WHERE body <> '' ORDER BY id`);
    expect(ids(kept.rows)).toEqual([3, 4, 5, 6]);
  });
});

it('an attempt is locked before it is settled', async () => {
  const [one] = [await attempt(await order()), await attempt(await order())];
  const locked = await lockedBy(pool(), ['payment_attempts', 'id'], (db) => sql.lockAttempt(db, one));
  expect(locked).toEqual([one]);
});
