import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { batch } from '../../../platform/batch.ts';
import { makeLog } from '../../../platform/log.ts';
import { makeMetrics } from '../../../platform/metrics.ts';
import { moneyOf } from '../../../testing/money.ts';
import { useServer } from '../../../testing/server.ts';
import { paymentHooks, withoutServer } from '../../orders/index.ts';
import { installationOf } from './numbers.ts';
import { type ReceivedPayment, receivePayments } from './record-payment.ts';

/** Payments that arrive together and are recorded in one transaction. */

// The server itself must not change anything during the test.
const server = useServer({}, { payments: { everyMs: 3600_000 } });
const provider = 'sandbox';
const amount = 1500;

const paid = (key: string, changes: Partial<ReceivedPayment['state']> = {}): ReceivedPayment => ({
  provider,
  state: { status: 'paid', key, ref: randomUUID(), amount, currency: 'CNY', ...changes },
});

/** An attempt of an order, and the provider's report once it is paid. */
async function attemptOf(orderId: number, attempt: number): Promise<ReceivedPayment> {
  const number = `test00_${orderId}_${attempt}`;
  await server().pool.query(
    `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, created_at, query_at, until)
     VALUES ($1, $2, $3, $4, $5, 'CNY', 'open', now(), now(), now() + interval '1 hour')`,
    [orderId, attempt, number, provider, amount],
  );
  return paid(number);
}

/** An unpaid order of a new guest, on its own chair or on that of another order. */
async function unpaidOrder(on?: { deviceId: string }, status: 'pending' | 'cancelled' = 'pending') {
  const { world } = server();
  const { deviceId } = on ?? (await world.device(await world.outlet(), { online: true }));
  const placedBy = await world.consumer();
  const { id, orderId } = await world.order(deviceId, { amount, status, placedBy });
  return { id, orderId, deviceId, payment: await attemptOf(id, 1) };
}

async function receive(...received: ReceivedPayment[]) {
  const { pool } = server();
  const clock = () => new Date();
  const commands: string[] = [];
  const logged: Record<string, unknown>[] = [];
  const log = makeLog('error', { write: (line: string) => void logged.push(JSON.parse(line)) });
  const store = withoutServer({ pool, clock });
  const effects = {
    ...store.effects,
    send: ({ orderId }: { orderId: number }) => void commands.push(String(orderId)),
  };
  const hooks = paymentHooks({ ...store, effects });
  const installation = () => installationOf(pool);
  const deps = { pool, clock, log, providers: [], hooks, installation, refundSoon: () => {} };
  return { outcomes: await receivePayments(deps, received), commands, logged };
}

const statusOf = async ({ id }: { id: number }): Promise<string | undefined> =>
  (await server().pool.query<{ status: string }>('SELECT status FROM orders WHERE id = $1', [id])).rows[0]?.status;

const kindsOf = async ({ orderId }: { orderId: string }) =>
  (await moneyOf(server().pool, orderId)).map(({ kind }) => kind);

it('of several orders start all of their chairs', async () => {
  const orders = [await unpaidOrder(), await unpaidOrder(), await unpaidOrder()];
  const { outcomes, commands } = await receive(...orders.map(({ payment }) => payment));
  expect(outcomes).toEqual([undefined, undefined, undefined]);
  expect(commands.toSorted()).toEqual(orders.map(({ orderId }) => orderId).toSorted());
  for (const order of orders) expect([await statusOf(order), await kindsOf(order)]).toEqual(['starting', ['paid']]);
});

it('for one chair: the first gets it, the other is refunded, and a third chair still starts', async () => {
  const first = await unpaidOrder();
  const second = await unpaidOrder(first);
  const elsewhere = await unpaidOrder();
  const { outcomes, commands } = await receive(first.payment, second.payment, elsewhere.payment);
  expect(outcomes).toEqual([undefined, undefined, undefined]);
  expect(commands).toEqual([first.orderId, elsewhere.orderId]);
  expect([await statusOf(first), await statusOf(second), await statusOf(elsewhere)]).toEqual([
    'starting',
    'cancelled',
    'starting',
  ]);
  expect(await kindsOf(second)).toEqual(['paid', 'refund']);
});

it('that are reports of the same one are recorded once', async () => {
  const [order, other] = [await unpaidOrder(), await unpaidOrder()];
  const { outcomes, commands } = await receive(order.payment, other.payment, { ...order.payment });
  expect(outcomes).toEqual([undefined, undefined, 'recorded before']);
  expect(commands).toHaveLength(2);
  expect(await kindsOf(order)).toEqual(['paid']);
  expect((await receive(order.payment)).outcomes).toEqual(['recorded before']);
});

it('of two attempts of one order: one starts the chair, the other is refunded in full', async () => {
  const order = await unpaidOrder();
  const { commands } = await receive(order.payment, await attemptOf(order.id, 2));
  expect(commands).toEqual([order.orderId]);
  expect(await statusOf(order)).toBe('starting');
  expect((await kindsOf(order)).toSorted()).toEqual(['paid', 'paid', 'refund']);
});

it('of two attempts of one order, one of a wrong amount: the order starts, and the wrong one is refunded', async () => {
  const [order, other] = [await unpaidOrder(), await unpaidOrder()];
  const second = await attemptOf(order.id, 2);
  const { commands } = await receive(order.payment, other.payment, paid(second.state.key, { amount: 100 }));
  expect(commands.toSorted()).toEqual([order.orderId, other.orderId].toSorted());
  expect(await statusOf(order)).toBe('starting');
  expect((await kindsOf(order)).toSorted()).toEqual(['paid', 'paid', 'refund']);
});

it('that are late or of a wrong amount are refunded, those that no attempt proves are only listed, and the others start chairs', async () => {
  const { pool } = server();
  const [late, wrong, right] = [await unpaidOrder(undefined, 'cancelled'), await unpaidOrder(), await unpaidOrder()];
  const unknown = paid(`${await installationOf(pool)}_987654321_1`);
  const foreign = paid(`other0_${right.orderId}_9`);
  const { outcomes, commands, logged } = await receive(
    late.payment,
    paid(wrong.payment.state.key, { amount: 100 }),
    unknown,
    foreign,
    right.payment,
  );
  const notOurs = 'not proven to be a payment of this installation';
  expect(outcomes).toEqual([undefined, undefined, notOurs, notOurs, undefined]);
  expect(commands).toEqual([right.orderId]);
  const of = { provider, currency: 'CNY' };
  expect(logged).toMatchObject([
    { ...of, orderId: wrong.id, expected: amount, found: 100, msg: 'a payment of a wrong amount' },
    { ...of, number: unknown.state.key, amount, msg: expect.stringContaining('not proven to be ours') },
  ]);
  expect([await statusOf(late), await statusOf(wrong), await statusOf(right)]).toEqual([
    'cancelled',
    'cancelled',
    'starting',
  ]);
  expect([await kindsOf(late), await kindsOf(wrong)]).toEqual([
    ['paid', 'refund'],
    ['paid', 'refund'],
  ]);
  const { rows } = await pool.query('SELECT kind FROM payment_differences WHERE subject = ANY($1) ORDER BY kind', [
    [wrong.payment.state.key, unknown.state.key, foreign.state.key],
  ]);
  expect(rows.map(({ kind }) => kind)).toEqual(['unknown number', 'unknown order', 'wrong amount']);
});

it('of two payments under one number: one starts the chair, the other is refunded, each once', async () => {
  const order = await unpaidOrder();
  const again = paid(order.payment.state.key);
  const { number, orderId } = { number: again.state.key, orderId: order.id };
  const first = await receive(order.payment, again);
  expect(first.logged).toMatchObject([{ provider, orderId, number, ref: again.state.ref, amount, currency: 'CNY' }]);
  expect((await receive(again, order.payment)).logged).toEqual([]);
  expect(await statusOf(order)).toBe('starting');
  expect((await kindsOf(order)).toSorted()).toEqual(['paid', 'paid', 'refund']);
});

it.each(['pending', 'cancelled'] as const)(
  'in another session than ours leave an order that is %s unchanged',
  async (status) => {
    const order = await unpaidOrder(undefined, status);
    const { pool } = server();
    await pool.query(`UPDATE payment_attempts SET provider_ref = 'cs_ours' WHERE order_id = $1`, [order.id]);
    const foreign = paid(order.payment.state.key, { session: 'cs_foreign', amount: 100 });
    const claimed = paid(order.payment.state.key, { session: 'cs_ours', claimed: true });
    expect((await receive(foreign, claimed)).commands).toEqual([]);
    expect([await statusOf(order), await kindsOf(order)]).toEqual([status, []]);
    const ours = paid(order.payment.state.key, { session: 'cs_ours' });
    expect((await receive(ours)).commands).toHaveLength(status === 'pending' ? 1 : 0);
    expect(await kindsOf(order)).toEqual(status === 'pending' ? ['paid'] : ['paid', 'refund']);
  },
);

it('are all rolled back if one cannot be recorded', async () => {
  const [order, broken] = [await unpaidOrder(), await unpaidOrder()];
  await expect(receive(order.payment, paid(broken.payment.state.key, { amount: -1 }))).rejects.toThrow();
  expect([await statusOf(order), await kindsOf(order)]).toEqual(['pending', []]);
});

it('in a group of fifty with one that always fails, the other forty-nine are recorded', async () => {
  const orders = await Promise.all(Array.from({ length: 51 }, () => unpaidOrder()));
  const bad = orders[30];
  const metrics = makeMetrics();
  const receiveOne = batch<ReceivedPayment, string | undefined>(
    { name: 'payments', log: makeLog('silent'), metrics },
    async (group) => (await receive(...group)).outcomes,
  );
  // The first is handled alone; those that arrive meanwhile form one group.
  const results = await Promise.allSettled(
    orders.map((order) => receiveOne(order === bad ? paid(order.payment.state.key, { amount: -1 }) : order.payment)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(bad && [await statusOf(bad), await kindsOf(bad)]).toEqual(['pending', []]);
  for (const order of orders) if (order !== bad) expect(await statusOf(order)).toBe('starting');
  const fallbacks = (await metrics.batchFallbacks.get()).values;
  expect(fallbacks).toContainEqual(expect.objectContaining({ labels: { batch: 'payments' }, value: 1 }));
});
