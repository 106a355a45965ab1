import { holdingStatuses, isIn, type OrderStatus, orderStatuses } from '@recline/contract/dictionary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromNoon, noon, orderIn } from '../../../testing/order-states.ts';
import { useServer } from '../../../testing/server.ts';
import {
  decide,
  mustStop,
  type StartFailure,
  type StartOutcome,
  startOutcome,
  type Transition,
  transitions,
  trustedTime,
} from './lifecycle.rules.ts';

const server = useServer();

const at = fromNoon(5);
type StepName = Transition['step'];
const examples: Record<StepName, Transition> = {
  pay: { step: 'pay', payType: 'wallet' },
  start: { step: 'start', at },
  fail: { step: 'fail', at, reason: 'no answer', paid: false },
  cancel: { step: 'cancel', at, reason: 'unpaid' },
  stop: { step: 'stop', at, refund: 'none' },
  end: { step: 'end', at, receivedAt: at, reason: 'time', ranSeconds: 300, faultRefund: 'none' },
  expire: { step: 'expire' },
  refund: { step: 'refund', at, reason: 'sorry', amount: 1500 },
  unrefund: { step: 'unrefund', amount: 0 },
};
const steps = Object.keys(examples) as StepName[];

describe('the table of transitions', () => {
  it.each<[OrderStatus, StepName, OrderStatus | undefined]>([
    ['pending', 'pay', 'starting'],
    ['pending', 'cancel', 'cancelled'],
    ['pending', 'start', undefined],
    ['pending', 'refund', undefined],
    ['starting', 'start', 'running'],
    ['starting', 'fail', 'failed'],
    ['starting', 'end', 'finished'],
    ['starting', 'refund', undefined],
    ['running', 'end', 'finished'],
    ['running', 'stop', 'finished'],
    ['running', 'expire', 'finished'],
    ['running', 'fail', undefined],
    ['starting', 'stop', undefined],
    ['finished', 'end', undefined],
    ['finished', 'expire', undefined],
    ['running', 'refund', 'refunded'],
    ['finished', 'refund', 'refunded'],
    ['finished', 'start', undefined],
    ['failed', 'start', undefined],
    ['refunded', 'end', undefined],
    ['refunded', 'unrefund', 'finished'],
    ['pending', 'unrefund', undefined],
    ['cancelled', 'pay', undefined],
  ])('an order that is %s becomes, on %s, %s', (status, step, expected) => {
    expect(decide(orderIn(status), examples[step])?.status).toBe(expected);
  });

  it('is what the database allows, for every pair of statuses', async () => {
    const { rows } = await server().pool.query<{ before: OrderStatus; after: OrderStatus; allowed: boolean }>(
      `SELECT before, after, is_order_transition(before, after) AS allowed
       FROM unnest($1::text[]) AS before CROSS JOIN unnest($1::text[]) AS after WHERE before <> after`,
      [orderStatuses],
    );
    const allowed = rows.filter((row) => row.allowed).map(({ before, after }) => `${before} ${after}`);
    const ours = orderStatuses.flatMap((before) =>
      [...new Set(Object.values(transitions[before]))].flatMap((after) =>
        after === before ? [] : [`${before} ${after}`],
      ),
    );
    expect(rows).toHaveLength(orderStatuses.length * (orderStatuses.length - 1));
    expect(allowed.sort()).toEqual(ours.sort());
  });

  it('is kept by the database against any other writer', async () => {
    const { pool, world } = server();
    const device = await world.device(await world.outlet());
    const { id } = await world.order(device.deviceId, { status: 'finished' });
    const change = `UPDATE orders SET status = 'running', ended_at = NULL WHERE id = $1`;
    await expect(pool.query(change, [id])).rejects.toThrow('finished → running is not a transition');
  });

  it('never lets an order hold its chair again once it has released it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderStatuses), fc.array(fc.constantFrom(...steps)), (first, taken) => {
        let order = orderIn(first);
        let released = first !== 'pending' && !isIn(holdingStatuses, first);
        for (const step of taken) {
          order = decide(order, examples[step]) ?? order;
          const holds = isIn(holdingStatuses, order.status);
          expect(released && holds).toBe(false);
          released ||= order.status !== 'pending' && !holds;
        }
      }),
    );
  });
});

describe('the times of an order', () => {
  it('count from the reported start, but never from before it was placed', () => {
    expect(decide(orderIn('starting'), { step: 'start', at: fromNoon(1) })).toMatchObject({
      started_at: fromNoon(1),
      ends_at: fromNoon(11),
    });
    expect(decide(orderIn('starting'), { step: 'start', at: fromNoon(-1) })).toMatchObject({ started_at: noon });
  });

  it('of an order that ended without a reported start are calculated from its end', () => {
    const ended = decide(orderIn('starting'), { ...examples.end, at: fromNoon(6), ranSeconds: 300 } as Transition);
    expect(ended).toMatchObject({ started_at: fromNoon(1), ends_at: fromNoon(11), ended_at: fromNoon(6) });
  });

  it('never run backwards, whatever is reported', () => {
    const instant = fc.integer({ min: -1000, max: 1000 }).map(fromNoon);
    fc.assert(
      fc.property(instant, instant, fc.nat(100_000), (startAt, endAt, ranSeconds) => {
        const running = decide(orderIn('starting'), { step: 'start', at: startAt });
        const end = { ...examples.end, at: endAt, ranSeconds } as Transition;
        for (const order of [running && decide(running, end), decide(orderIn('starting'), end)]) {
          if (!order?.started_at || !order.ended_at) throw new Error('it did not end');
          expect(order.started_at >= order.created_at).toBe(true);
          expect(order.ended_at >= order.started_at).toBe(true);
        }
      }),
    );
  });
});

describe('a refund', () => {
  it('in part leaves the status unchanged, and less to refund', () => {
    const order = decide(orderIn('running'), { step: 'refund', at, reason: 'sorry', amount: 500 });
    expect(order).toMatchObject({ status: 'running', refunded_amount: 500, ended_at: null });
  });

  it('of all that is left ends the order', () => {
    const order = decide(orderIn('running', { refunded_amount: 500 }), {
      ...examples.refund,
      amount: 1000,
    } as Transition);
    expect(order).toMatchObject({ status: 'refunded', refunded_amount: 1500, ended_at: at, end_reason: 'sorry' });
  });

  it('keeps the earlier reason and time of the end', () => {
    const order = decide(orderIn('finished', { end_reason: 'stopped' }), examples.refund);
    expect(order).toMatchObject({ status: 'refunded', end_reason: 'stopped', ended_at: fromNoon(10) });
  });

  it('of more than is left is not allowed', () => {
    expect(decide(orderIn('running'), { ...examples.refund, amount: 1501 } as Transition)).toBeUndefined();
  });

  it('of a late payment leaves a cancelled order cancelled', () => {
    expect(decide(orderIn('cancelled'), examples.refund)).toMatchObject({ status: 'cancelled', refunded_amount: 1500 });
  });

  it('in any parts never exceeds the amount, and ends the order exactly when nothing is left', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 800 })), (amounts) => {
        let order = orderIn('finished');
        for (const amount of amounts) order = decide(order, { step: 'refund', at, reason: '', amount }) ?? order;
        expect(order.refunded_amount).toBeLessThanOrEqual(order.amount);
        expect(order.status === 'refunded').toBe(order.refunded_amount === order.amount);
      }),
    );
  });
});

describe('a refund that was not paid after all', () => {
  const refunded = orderIn('refunded', { refunded_amount: 1500 });
  it.each([
    ['the whole of it', refunded, 1500, { status: 'finished', refunded_amount: 0 }],
    ['a part', refunded, 500, { status: 'finished', refunded_amount: 1000 }],
    [
      'of a running order',
      orderIn('running', { refunded_amount: 500 }),
      500,
      { status: 'running', refunded_amount: 0 },
    ],
  ])('can be refunded once more: %s', (_case, order, amount, expected) => {
    expect(decide(order, { step: 'unrefund', amount })).toMatchObject(expected);
  });

  it('is not more than was refunded', () => {
    expect(decide(refunded, { step: 'unrefund', amount: 1501 })).toBeUndefined();
  });
});

describe('a start that fails', () => {
  it.each([
    ['that was paid gives all of it back', true, 1500],
    ['that was not paid gives nothing back', false, 0],
  ])('%s', (_case, paid, refunded) => {
    const failed = decide(orderIn('starting'), { step: 'fail', at, reason: 'stopped', paid });
    expect(failed).toMatchObject({ status: 'failed', refunded_amount: refunded, ended_at: at });
  });
});

describe('the outcome of a start', () => {
  const fail = (reason: StartFailure): Transition => ({ step: 'fail', at, reason, paid: false });
  it.each<[OrderStatus, Transition, StartOutcome | undefined]>([
    ['starting', examples.start, 'started'],
    ['starting', examples.end, 'started'],
    ['starting', fail('no answer'), 'no answer'],
    ['starting', fail('rejected: busy'), 'rejected'],
    ['starting', fail('stopped'), 'stopped'],
    ['pending', examples.pay, undefined],
    ['running', examples.end, undefined],
  ])('of an order that is %s, on %o, is %s', (status, step, expected) => {
    const before = orderIn(status);
    expect(startOutcome(before, decide(before, step) ?? before)).toBe(expected);
  });
});

const day = 24 * 60;

describe("a chair's clock", () => {
  it.each([
    ['on time', 0, false, 0, false],
    ['a day ago', -day, false, -day, false],
    ['more than a day ago', -day - 1, false, 0, true],
    ['30 days ago, replayed', -30 * day, true, -30 * day, false],
    ['32 days ago, replayed', -32 * day, true, 0, true],
    ['a minute ahead', 1, false, 0, false],
    ['a day ahead', day, false, 0, false],
    ['years ahead', 3000 * day, false, 0, true],
  ])('%s', (_case, minutes, offline, expected, distrusted) => {
    expect(trustedTime(fromNoon(minutes), noon, { offline })).toEqual({ at: fromNoon(expected), distrusted });
  });

  it('never puts an event after its receipt', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100 * day, max: 100 * day }), fc.boolean(), (minutes, offline) => {
        expect(trustedTime(fromNoon(minutes), noon, { offline }).at <= noon).toBe(true);
      }),
    );
  });
});

describe('a chair that runs an order', () => {
  it.each([
    ['that runs', orderIn('running'), false],
    ['that still starts', orderIn('starting'), false],
    ['that failed', orderIn('failed'), true],
    ['that was cancelled', orderIn('cancelled'), true],
    ['that was refunded', orderIn('refunded'), true],
    ['whose time was up', orderIn('finished'), false],
    ['that was stopped early', orderIn('finished', { ended_at: fromNoon(3) }), true],
  ])('%s', (_case, order, expected) => {
    expect(mustStop(order)).toBe(expected);
  });
});
