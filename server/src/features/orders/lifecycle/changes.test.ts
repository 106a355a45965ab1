import { beforeEach, describe, expect, it } from 'vitest';
import { makeLog } from '../../../platform/log.ts';
import { makeMetrics } from '../../../platform/metrics.ts';
import { useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import { handleEvents, makeAnswers } from '../chair/chair-events.ts';
import { type AddressedCommand, stopsToRepeat } from '../chair/commands.ts';
import type { OrderState, StartOutcome } from './lifecycle.rules.ts';
import { change, type OrderStore, orderTransaction, place, type Step, withoutServer } from './lifecycle.service.ts';
import { lockOrder, type NewOrder } from './lifecycle.sql.ts';

/** The rows written with a change of an order, and the actions after its commit. */

const { pool, insert } = useRows();
beforeEach(() =>
  pool().query(
    'TRUNCATE orders, commands, device_events, payment_attempts, refunds, ledger, cash_coupons CASCADE; DELETE FROM prices',
  ),
);

const now = new Date('2026-11-15T12:00:00.000Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
let last = 1000;
function next(): number {
  last += 1;
  return last;
}

/** An order lifecycle that records its callbacks after each commit. */
function store(faultRefund: OrderStore['faultRefund'] = 'unused') {
  const happened: string[] = [];
  const orders: OrderStore = {
    pool: pool(),
    clock: () => now,
    timing: { startWaitMs: 30_000 },
    faultRefund,
    effects: {
      send: ({ deviceId, orderId, command }: AddressedCommand) =>
        void happened.push(`send ${deviceId} ${command.type} ${orderId}`),
      wake: ({ id, status }: OrderState) => void happened.push(`wake ${id} ${status}`),
      count: (outcome: StartOutcome) => void happened.push(`count ${outcome}`),
      sendRefunds: () => void happened.push('refunds'),
    },
  };
  const step = (id: number, asked: Step) =>
    orderTransaction(orders, async (tx) => {
      const order = await lockOrder(tx.db, id);
      return order && change(tx, order, asked);
    });
  return { orders, happened, step };
}

const states: Record<string, Row> = {
  pending: { started_at: null, ends_at: null, ended_at: null },
  starting: { started_at: null, ends_at: null, ended_at: null },
  running: { started_at: at(-60), ends_at: at(540), ended_at: null },
  finished: { started_at: at(-900), ends_at: at(-300), ended_at: at(-300) },
};

/** An order of ten minutes and 15.00, on a chair of its own. */
async function order(status: string, changed: Row = {}) {
  const id = next();
  await insert('devices', id);
  await insert('orders', id, {
    status,
    device_id: `D${id}`,
    placed_by: null,
    request_id: null,
    minutes: 10,
    list_amount: 1500,
    amount: 1500,
    created_at: at(-900),
    ...states[status],
    ...changed,
  });
  return { id, device: `D${id}` };
}
const pay = (order_id: number, provider = 'sandbox') =>
  insert('ledger', next(), { order_id, provider, amount: 1500, attempt_id: null });

const rowsOf = async (text: string, ...values: unknown[]): Promise<Row[]> => (await pool().query(text, values)).rows;
const commandsOf = (id: number) =>
  rowsOf('SELECT type, device_id, created_at, expires_at FROM commands WHERE order_id = $1', id);
const refundsOf = (id: number) =>
  rowsOf('SELECT amount::int, reason, requested_by, request_id, state FROM refunds WHERE order_id = $1', id);
const stateOf = async (id: number) => (await rowsOf('SELECT * FROM orders WHERE id = $1', id))[0];

describe('a transition', () => {
  it('to pay sends the chair a start that is valid for the time a start may take', async () => {
    const { id, device } = await order('pending');
    await insert('payment_attempts', next(), { order_id: id });
    const { step, happened } = store();
    expect(await step(id, { step: 'pay', payType: 'wechat' })).toMatchObject({
      status: 'starting',
      pay_type: 'wechat',
    });
    expect(await stateOf(id)).toMatchObject({ status: 'starting', pay_type: 'wechat' });
    expect(await commandsOf(id)).toEqual([{ type: 'start', device_id: device, created_at: now, expires_at: at(30) }]);
    expect(happened).toEqual([`send ${device} start ${id}`, `wake ${id} starting`]);
    expect(await rowsOf('SELECT closing FROM payment_attempts WHERE order_id = $1', id)).toEqual([{ closing: true }]);
  });

  it('to pay by a program besides the servers gives the chair the ten seconds that a start may take', async () => {
    const { id } = await order('pending');
    await orderTransaction(withoutServer({ pool: pool(), clock: () => now }), async (tx) => {
      const paid = await lockOrder(tx.db, id);
      return paid && change(tx, paid, { step: 'pay', payType: 'wechat' });
    });
    expect(await commandsOf(id)).toMatchObject([{ type: 'start', expires_at: at(10) }]);
  });

  it('that the status does not allow changes nothing and has no effects', async () => {
    const { id } = await order('finished');
    const { step, happened } = store();
    expect(await step(id, { step: 'pay', payType: 'wechat' })).toBeUndefined();
    expect(await step(id, { step: 'cancel', at: now, reason: 'late' })).toBeUndefined();
    expect(await stateOf(id)).toMatchObject({ status: 'finished', pay_type: 'sandbox' });
    expect([happened, await commandsOf(id), await refundsOf(id)]).toEqual([[], [], []]);
  });

  it.each([
    ['no answer', 'no answer', false],
    ['rejected: busy', 'rejected', false],
    ['stopped', 'stopped', true],
  ] as const)('that fails a paid start (%s) refunds the money, and is counted', async (reason, outcome, stops) => {
    const { id, device } = await order('starting');
    await pay(id);
    const { step, happened } = store();
    await step(id, { step: 'fail', at: now, reason });
    expect(await stateOf(id)).toMatchObject({ status: 'failed', refunded_amount: 1500, end_reason: reason });
    expect(await refundsOf(id)).toMatchObject([{ amount: 1500, reason, requested_by: 'system', request_id: null }]);
    expect(happened).toEqual([
      ...(stops ? [`send ${device} stop ${id}`] : []),
      `wake ${id} failed`,
      `count ${outcome}`,
      'refunds',
    ]);
    expect((await commandsOf(id)).map(({ type, expires_at }) => [type, expires_at])).toEqual(
      stops ? [['stop', at(12 * 3600)]] : [],
    );
  });

  it('that fails a free start refunds nothing', async () => {
    const { id } = await order('starting', { amount: 0 });
    const { step, happened } = store();
    await step(id, { step: 'fail', at: now, reason: 'no answer' });
    expect([await refundsOf(id), happened]).toEqual([[], [`wake ${id} failed`, 'count no answer']]);
  });

  it.each([
    ['at the counter, which is void then', 1, now],
    ['before the start, which stays good', null, null],
  ])('that fails a start with a cash coupon sold %s', async (_case, issued_by, voided_at) => {
    const n = next();
    await insert('cash_coupons', n, { issued_by, expires_at: at(3600) });
    const other = next();
    await insert('cash_coupons', other, { issued_by: 1, expires_at: at(3600) });
    const { id } = await order('starting', { type: 'cash_coupon', pay_type: 'cash', cash_coupon_no: `K${n}` });
    await store().step(id, { step: 'fail', at: now, reason: 'no answer' });
    const voided = await rowsOf('SELECT voided_at FROM cash_coupons WHERE no = ANY($1) ORDER BY no', [
      `K${n}`,
      `K${other}`,
    ]);
    expect(voided).toEqual([{ voided_at }, { voided_at: null }]);
  });

  it('that ends a massage voids no cash coupon: it is used', async () => {
    const n = next();
    await insert('cash_coupons', n, { issued_by: 1, expires_at: at(3600) });
    const { id } = await order('running', { type: 'cash_coupon', pay_type: 'cash', cash_coupon_no: `K${n}` });
    await store().step(id, { step: 'end', at: now, receivedAt: now, reason: 'stopped', ranSeconds: 60 });
    expect(await stateOf(id)).toMatchObject({ status: 'finished' });
    expect(await rowsOf('SELECT voided_at FROM cash_coupons WHERE no = $1', `K${n}`)).toEqual([{ voided_at: null }]);
  });

  it('that cancels an unpaid order closes its payment, not that of another', async () => {
    const [one, other] = [await order('pending'), await order('pending')];
    for (const { id } of [one, other]) await insert('payment_attempts', next(), { order_id: id });
    const { step, happened } = store();
    await step(one.id, { step: 'cancel', at: now, reason: 'given up' });
    expect(await rowsOf('SELECT order_id::int, closing FROM payment_attempts ORDER BY order_id')).toEqual([
      { order_id: one.id, closing: true },
      { order_id: other.id, closing: false },
    ]);
    expect(happened).toEqual([`wake ${one.id} cancelled`]);
  });

  it('to refund records who requested it, and stops the chair if nothing is left', async () => {
    const { id, device } = await order('running');
    await pay(id);
    const { step, happened } = store();
    const asked = { step: 'refund', at: now, reason: 'noise', requestedBy: 'account 7' } as const;
    await step(id, { ...asked, amount: 400, requestId: uuid(1) });
    expect(await commandsOf(id)).toEqual([]);
    await step(id, { ...asked, amount: 1100 });
    expect(await refundsOf(id)).toMatchObject([
      { amount: 400, reason: 'noise', requested_by: 'account 7', request_id: uuid(1) },
      { amount: 1100, request_id: null },
    ]);
    expect((await commandsOf(id)).map(({ type }) => type)).toEqual(['stop']);
    expect(happened).toContain(`send ${device} stop ${id}`);
    expect(await stateOf(id)).toMatchObject({ status: 'refunded', refunded_amount: 1500 });
    expect(await step(id, { ...asked, amount: 1 })).toBeUndefined();
  });

  it('to book a refund made in the provider’s portal is done at once', async () => {
    const { id } = await order('finished');
    await pay(id);
    await store().step(id, { step: 'refund', at: now, reason: 'x', amount: 100, madeAtProvider: 'REF' });
    expect(await refundsOf(id)).toMatchObject([{ amount: 100, state: 'done' }]);
  });

  it.each([
    ['fault', 'unused', 900, 'chair broke down'],
    ['fault', 'whole', 1500, 'chair broke down'],
    ['fault', 'none', 0, ''],
    ['time', 'whole', 0, ''],
  ] as const)('by a chair that ends by %s, under the rule %s, refunds %i', async (reason, rule, amount, why) => {
    const { id } = await order('running', { started_at: at(-240), ends_at: at(360) });
    await pay(id);
    const { step } = store(rule);
    await step(id, { step: 'end', at: now, receivedAt: now, reason, ranSeconds: 240 });
    expect((await refundsOf(id)).map((refund) => [refund.amount, refund.reason])).toEqual(
      amount > 0 ? [[amount, why]] : [],
    );
  });

  it('by a chair that confirms a stop refunds what the stop owed', async () => {
    const { id } = await order('finished', {
      started_at: at(-240),
      ends_at: at(360),
      ended_at: at(-5),
      end_reason: 'stopped',
      stop: 'asked',
      owed_amount: 800,
    });
    await pay(id);
    await store().step(id, { step: 'end', at: now, receivedAt: now, reason: 'stopped', ranSeconds: 235 });
    expect(await refundsOf(id)).toMatchObject([{ amount: 800, reason: 'stopped early' }]);
    expect(await stateOf(id)).toMatchObject({ stop: 'confirmed', refunded_amount: 800 });
  });
});

describe('placing', () => {
  const toPlace = (device_id: string, changed: Partial<NewOrder> = {}): NewOrder => ({
    type: 'cash_coupon',
    status: 'starting',
    pay_type: 'cash',
    device_id,
    outlet_id: 1,
    placed_by: 1,
    request_id: uuid(next()),
    gear: 'deep',
    minutes: 10,
    list_amount: 800,
    amount: 800,
    currency: 'CNY',
    coupon_no: null,
    coupon_property: null,
    cash_coupon_no: 'K900',
    created_at: now,
    started_at: null,
    ends_at: null,
    ended_at: null,
    overlapping: false,
    ...changed,
  });
  const issued = (no: string) => ({
    no,
    outletId: 1,
    amount: 800,
    currency: 'CNY' as const,
    issuedBy: 1,
    createdAt: now,
    expiresAt: at(3600),
  });

  it('writes the order, its coupon, its cash and its start together', async () => {
    const n = next();
    await insert('devices', n);
    const { orders, happened } = store();
    const placed = await orderTransaction(orders, (tx) =>
      place(tx, { order: toPlace(`D${n}`), cash: { provider: 'cash', ref: 'K900' }, issued: issued('K900') }),
    );
    const id = placed?.id ?? 0;
    expect(
      await rowsOf('SELECT kind, provider, amount::int, provider_ref, at FROM ledger WHERE order_id = $1', id),
    ).toEqual([{ kind: 'paid', provider: 'cash', amount: 800, provider_ref: 'K900', at: now }]);
    expect(await rowsOf('SELECT no, issued_by::int, created_at, expires_at FROM cash_coupons')).toEqual([
      { no: 'K900', issued_by: 1, created_at: now, expires_at: at(3600) },
    ]);
    expect((await commandsOf(id)).map(({ type }) => type)).toEqual(['start']);
    expect(happened).toEqual([`send D${n} start ${id}`, `wake ${id} starting`]);
  });

  it('an unpaid order sends no start, and takes no cash', async () => {
    const n = next();
    await insert('devices', n);
    const { orders, happened } = store();
    const unpaid = toPlace(`D${n}`, { type: 'online', status: 'pending', pay_type: 'sandbox', cash_coupon_no: null });
    const placed = await orderTransaction(orders, (tx) => place(tx, { order: unpaid }));
    expect(await commandsOf(placed?.id ?? 0)).toEqual([]);
    expect(await rowsOf('SELECT FROM ledger')).toEqual([]);
    expect(happened).toEqual([`wake ${placed?.id} pending`]);
  });

  it('on a chair that is held writes nothing', async () => {
    const { device } = await order('running');
    const { orders, happened } = store();
    const placed = await orderTransaction(orders, (tx) =>
      place(tx, { order: toPlace(device), cash: { provider: 'cash', ref: 'K900' }, issued: issued('K900') }),
    );
    expect(placed).toBeUndefined();
    expect([happened, await rowsOf('SELECT FROM ledger'), await rowsOf('SELECT FROM cash_coupons')]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe('a message of a chair', () => {
  const event = (device: string, type: string, more: object = {}) => ({
    deviceId: device,
    receivedAt: now,
    event: { type, eventId: `e${next()}`, bootId: 1, seq: next(), at: now.toISOString(), ...more } as never,
  });
  const eventStore = () => {
    const made = store();
    return { ...made, events: { ...made.orders, log: makeLog('silent'), metrics: makeMetrics() } };
  };

  it('starts and ends its order, each once', async () => {
    const { id, device } = await order('starting');
    const { events, happened } = eventStore();
    const started = event(device, 'started', { orderId: String(id) });
    expect(await handleEvents(events, [started])).toEqual([true]);
    expect(await stateOf(id)).toMatchObject({ status: 'running', started_at: now, ends_at: at(600) });
    expect(await handleEvents(events, [started])).toEqual([true]);
    expect(happened.filter((line) => line.startsWith('count'))).toEqual(['count started']);
    const ended = event(device, 'ended', { orderId: String(id), reason: 'time', ranSeconds: 0 });
    expect(await handleEvents(events, [ended])).toEqual([true]);
    expect(await stateOf(id)).toMatchObject({ status: 'finished', ended_at: now, end_reason: 'time' });
  });

  it("about another chair's order, or about none, changes no order; from an unknown chair is refused", async () => {
    const [one, other] = [await order('starting'), await order('starting')];
    const { events } = eventStore();
    const group = [
      event(one.device, 'started', { orderId: String(other.id) }),
      event(one.device, 'ended', { orderId: 'nothing', reason: 'time', ranSeconds: 0 }),
      event('NOSUCH', 'started', { orderId: String(one.id) }),
    ];
    expect(await handleEvents(events, group)).toEqual([true, true, false]);
    expect([(await stateOf(one.id))?.status, (await stateOf(other.id))?.status]).toEqual(['starting', 'starting']);
  });

  it('that reports a start of an order that is over is answered by a stop, at most four at once', async () => {
    const { id, device } = await order('finished', { ends_at: at(300), ended_at: at(-300) });
    const { events } = eventStore();
    const again = () => handleEvents(events, [event(device, 'started', { orderId: String(id) })]);
    for (let times = 0; times < 6; times += 1) await again();
    expect((await commandsOf(id)).map(({ type }) => type)).toEqual(['stop', 'stop', 'stop', 'stop']);
    const over = await order('finished');
    await handleEvents(events, [event(over.device, 'started', { orderId: String(over.id) })]);
    expect(await commandsOf(over.id)).toEqual([]);
  });

  it('about a coin creates an order of its own, with its cash', async () => {
    const n = next();
    await insert('devices', n);
    const { events } = eventStore();
    const coin = event(`D${n}`, 'coin', {
      coins: 2,
      amount: 500,
      currency: 'CNY',
      minutes: 5,
      gear: 'deep',
      totalCoins: 2,
    });
    expect(await handleEvents(events, [coin])).toEqual([true]);
    const made = await rowsOf('SELECT id::int, type, status, pay_type, amount::int, minutes FROM orders');
    expect(made).toMatchObject([{ type: 'coin', status: 'running', pay_type: 'coin', amount: 500, minutes: 5 }]);
    expect(await rowsOf('SELECT provider, amount::int FROM ledger WHERE order_id = $1', made[0]?.id)).toEqual([
      { provider: 'coin', amount: 500 },
    ]);
    expect(await rowsOf('SELECT order_id::int FROM device_events')).toEqual([{ order_id: made[0]?.id }]);
    expect(await handleEvents(events, [coin])).toEqual([true]);
    expect(await rowsOf('SELECT FROM orders')).toHaveLength(1);
  });

  it.each([
    ['fault', { code: 'E7' }, 'E7'],
    ['cleared', {}, null],
  ])('about a %s is stored with the chair', async (type, more, code) => {
    const n = next();
    await insert('devices', n);
    await handleEvents(eventStore().events, [event(`D${n}`, type, more)]);
    expect(await rowsOf('SELECT fault_code FROM devices WHERE id = $1', `D${n}`)).toEqual([{ fault_code: code }]);
  });

  it("that rejects its start fails the order; rejecting another chair's start, or a stop, does not", async () => {
    const [one, other] = [await order('starting'), await order('starting')];
    const command = async ({ id, device }: typeof one, type = 'start') => {
      const n = next();
      await insert('commands', n, { order_id: id, device_id: device, type, expires_at: at(30) });
      return uuid(n);
    };
    const [start, stop] = [await command(one), await command(one, 'stop')];
    const { orders, happened } = store();
    const { acknowledged } = makeAnswers(orders);
    const rejects = (device: string, commandId: string) =>
      acknowledged(device, { commandId, result: 'rejected', reason: 'busy' } as never);
    await rejects(other.device, start);
    await rejects(one.device, stop);
    await rejects(one.device, 'not-one-of-ours');
    expect([(await stateOf(one.id))?.status, happened]).toEqual(['starting', []]);
    await rejects(one.device, start);
    expect(await stateOf(one.id)).toMatchObject({ status: 'failed', end_reason: 'rejected: busy' });
    expect(await rowsOf('SELECT result, reason FROM commands WHERE id = $1', start)).toEqual([
      { result: 'rejected', reason: 'busy' },
    ]);
    expect((await stateOf(other.id))?.status).toBe('starting');
  });

  it('that accepts a command is written once, together with others', async () => {
    const { id, device } = await order('starting');
    const n = next();
    await insert('commands', n, { order_id: id, device_id: device, expires_at: at(30) });
    const { acknowledged, flush } = makeAnswers(store().orders);
    await acknowledged(device, { commandId: uuid(n), result: 'accepted' } as never);
    const answer = () => rowsOf('SELECT result, acked_at FROM commands WHERE id = $1', uuid(n));
    expect(await answer()).toEqual([{ result: null, acked_at: null }]);
    await flush();
    expect(await answer()).toEqual([{ result: 'accepted', acked_at: now }]);
    expect((await stateOf(id))?.status).toBe('starting');
  });
});

it('a stop that became due since the last sweep is resent unchanged', async () => {
  const { id, device } = await order('running');
  await pool().query('UPDATE devices SET online = true, offline_since = NULL WHERE id = $1', [device]);
  const n = next();
  await insert('commands', n, {
    order_id: id,
    device_id: device,
    type: 'stop',
    created_at: at(-10),
    expires_at: at(3600),
  });
  const due = async (from: number, to: number) =>
    (await stopsToRepeat(pool(), at(to), at(from), 5_000)).map(({ deviceId, command }) => [deviceId, command]);
  const written = { commandId: uuid(n), type: 'stop', orderId: String(id), expiresAt: at(3600).toISOString() };
  expect(await due(-9, -6)).toEqual([]);
  expect(await due(-6, -5)).toEqual([[device, written]]);
  expect(await due(-5, -4)).toEqual([]);
});
