import type { FaultRefund } from '@recline/contract/stop-refund';
import { endings, type StopState, stopStates } from '@recline/contract/values';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fromNoon, noon, orderIn } from '../../../testing/order-states.ts';
import { useServer } from '../../../testing/server.ts';
import { dueBack, endingOf, stillOwed } from './ending.rules.ts';
import { decide, type OrderState, stopsChair, type Transition } from './lifecycle.rules.ts';

const server = useServer();

test.each([
  ['time', 'time'],
  ['time is over', 'time'],
  ['stopped', 'stopped'],
  ['fault', 'fault'],
  ['power', 'fault'],
  ['taken', 'taken'],
  ['unpaid', 'other'],
  ['constructor', 'other'],
  [null, 'other'],
] as const)('an order that ended with the reason %s: %s', (reason, ending) => {
  expect(endingOf(reason)).toBe(ending);
});

test('any reason that a chair reports maps to one of the endings', () => {
  fc.assert(fc.property(fc.string(), (reason) => endings.includes(endingOf(reason))));
});

const decided = (order: OrderState, step: Transition): OrderState => {
  const after = decide(order, step);
  if (!after) throw new Error('not allowed');
  return after;
};
const ended = (minutesRun: number, reason = 'stopped', faultRefund: FaultRefund = 'unused'): Transition => ({
  step: 'end',
  at: fromNoon(minutesRun),
  receivedAt: fromNoon(minutesRun),
  reason,
  ranSeconds: Math.max(0, minutesRun * 60),
  faultRefund,
});
/** An order of ten minutes and 15.00 stopped after this many minutes. */
const stoppedAfter = (minutes: number, changes: Partial<OrderState> = {}) =>
  decided(orderIn('running', changes), { step: 'stop', at: fromNoon(minutes), refund: 'unused' });

describe('a stop', () => {
  it('ends the order at once, commands the chair, and refunds nothing yet', () => {
    const order = stoppedAfter(4);
    expect(order).toMatchObject({ status: 'finished', stop: 'asked', ended_at: fromNoon(4), refunded_amount: 0 });
    expect(stopsChair(orderIn('running'), order)).toBe(true);
    expect([dueBack(order), stillOwed(order)]).toEqual([0, 900]);
  });

  it.each([
    ['at the tap', 4, 900],
    ['before it', 2, 900],
    ['a minute after it', 5, 750],
    ['at the end of the time, out of reach', 10, 0],
    ['never by its own clock', 99, 0],
  ])('confirmed by the chair %s refunds the smaller unused share', (_when, minutesRun, share) => {
    const order = decided(stoppedAfter(4), ended(minutesRun));
    const end = { end_reason: 'stopped', ended_at: fromNoon(4) };
    expect(order).toMatchObject({ stop: 'confirmed', status: 'finished', ...end });
    expect(dueBack(order)).toBe(share);
  });

  it('without an answer until the end of the paid time is unanswered: nothing is refunded unless the chair still reports', () => {
    const silent = decided(stoppedAfter(4), { step: 'expire' });
    expect(silent).toMatchObject({ stop: 'unanswered', refunded_amount: 0 });
    expect(decide(silent, { step: 'expire' })).toBeUndefined();
    expect(dueBack(decided(silent, ended(5)))).toBe(750);
  });

  it.each([
    ['part of it', 500, 250],
    ['more', 1000, 0],
  ])('owes less if part was refunded before: %s', (_what, amount, rest) => {
    const refunded = decided(stoppedAfter(4), { step: 'refund', at: noon, reason: '', amount });
    expect(dueBack(decided(refunded, ended(5)))).toBe(rest);
  });

  it('by staff, or of an order paid at the counter, owes nothing', () => {
    const byStaff = decided(orderIn('running'), { step: 'stop', at: fromNoon(4), refund: 'none' });
    const cash = stoppedAfter(4, { type: 'cash_coupon' });
    for (const order of [byStaff, cash]) expect(decided(order, ended(4)).owed_amount).toBe(0);
  });

  it('follows a refund of all that is left, and stays requested until the chair answers', () => {
    const order = decided(orderIn('running'), { step: 'refund', at: fromNoon(4), reason: '', amount: 1500 });
    expect(order).toMatchObject({ status: 'refunded', stop: 'asked' });
    expect(decided(order, ended(4))).toMatchObject({ status: 'refunded', stop: 'confirmed' });
  });

  it.each([
    ['31 days', 31 * 24 * 60, 750],
    ['a minute longer', 31 * 24 * 60 + 1, undefined],
  ])(
    'of an offline chair is settled when its end is replayed, up to 31 days after the paid time: %s',
    (_when, minutes, share) => {
      const silent = decided(stoppedAfter(4), { step: 'expire' });
      const replayed = decide(silent, { ...ended(5), receivedAt: fromNoon(10 + minutes) } as Transition);
      expect(replayed && dueBack(replayed)).toBe(share);
    },
  );

  it('is settled once', () => {
    expect(decide(decided(stoppedAfter(4), ended(5)), ended(1))).toBeUndefined();
  });
});

describe("a chair's fault", () => {
  it.each<[FaultRefund, number]>([
    ['unused', 1050],
    ['whole', 1500],
    ['none', 0],
  ])('that ends an order early refunds by the rule %s', (rule, share) => {
    for (const reason of ['fault', 'power']) {
      const order = decided(orderIn('running'), ended(3, reason, rule));
      expect([dueBack(order), stillOwed(order)]).toEqual([share, 0]);
    }
  });

  it.each(['cash_coupon', 'coin'] as const)('in an order of type %s is refunded at the counter', (type) => {
    const order = decided(orderIn('running', { type }), ended(3, 'fault'));
    expect([dueBack(order), stillOwed(order)]).toEqual([0, 1050]);
    const handedOver = decided(order, { step: 'refund', at: noon, reason: '', amount: 1050 });
    expect(stillOwed(handedOver)).toBe(0);
  });

  it('before the start was reported refunds everything', () => {
    expect(dueBack(decided(orderIn('starting'), ended(0, 'fault')))).toBe(1500);
  });

  it('of an offline chair counts once it is reported, if the end was only assumed', () => {
    const assumed = decided(orderIn('running'), { step: 'expire' });
    expect(assumed).toMatchObject({ status: 'finished', ended_at: fromNoon(10) });
    const order = decided(assumed, ended(3, 'fault'));
    expect(order).toMatchObject({ end_reason: 'fault', ended_at: fromNoon(3) });
    expect(dueBack(order)).toBe(1050);
    expect(decide(assumed, ended(3, 'time'))).toBeUndefined();
    expect(decide(order, ended(1, 'fault'))).toBeUndefined();
  });

  it('once the whole time was given refunds nothing, whatever the rule', () => {
    const assumed = decided(orderIn('running'), { step: 'expire' });
    expect(decide(assumed, ended(10, 'fault', 'whole'))).toBeUndefined();
  });

  it('before a stop is the reason of the end; with it or after it, the stop is', () => {
    const stopped = decided(orderIn('running'), { step: 'stop', at: fromNoon(4), refund: 'none' });
    expect(decided(stopped, ended(3, 'fault'))).toMatchObject({ end_reason: 'fault', owed_amount: 1050 });
    for (const minutes of [4, 5])
      expect(decided(stopped, ended(minutes, 'fault'))).toMatchObject({ end_reason: 'stopped', owed_amount: 0 });
  });

  it('that is a power cut ended the massage when the power went, not when it was back', () => {
    const reportedAt = (minutes: number, reason: string): Transition =>
      Object.assign(ended(3, reason), { at: fromNoon(minutes), receivedAt: fromNoon(minutes) });
    expect(decided(orderIn('running'), reportedAt(8, 'power'))).toMatchObject({ ended_at: fromNoon(3) });
    expect(decided(orderIn('running'), reportedAt(8, 'stopped'))).toMatchObject({ ended_at: fromNoon(8) });
  });
});

test('whatever a chair reports, however often, an order never refunds more than it cost', () => {
  const steps = fc.oneof(
    fc.constant<Transition>({ step: 'expire' }),
    fc.nat(12).map<Transition>((minutes) => ({ step: 'stop', at: fromNoon(minutes), refund: 'unused' })),
    fc.nat(2000).map<Transition>((amount) => ({ step: 'refund', at: noon, reason: '', amount })),
    fc
      .tuple(fc.integer({ min: -99, max: 99 }), fc.constantFrom('time', 'fault', 'stopped'), fc.boolean())
      .map(([minutes, reason, whole]) => ended(minutes, reason, whole ? 'whole' : 'unused')),
  );
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 8 }), (taken) => {
      let order = orderIn('running');
      for (const step of taken) {
        order = decide(order, step) ?? order;
        const amount = step.step === 'end' ? dueBack(order) : 0;
        if (amount > 0) order = decided(order, { step: 'refund', at: noon, reason: '', amount });
        expect(order.owed_amount).toBeLessThanOrEqual(order.amount);
        expect(order.refunded_amount).toBeLessThanOrEqual(order.amount);
        if (order.started_at && order.ended_at) expect(order.ended_at >= order.started_at).toBe(true);
      }
    }),
  );
});

test('the database allows the same changes of a stop', async () => {
  const all = [null, ...stopStates];
  const { rows } = await server().pool.query<{ before: StopState | null; after: StopState | null }>(
    `SELECT before, after FROM unnest($1::text[]) AS before CROSS JOIN unnest($1::text[]) AS after
     WHERE is_stop_transition(before, after)`,
    [all],
  );
  const ours = all.flatMap((stop) => {
    const order = orderIn(stop === null ? 'running' : 'finished', { stop });
    return [{ step: 'stop', at: noon, refund: 'none' } as const, ended(1), { step: 'expire' } as const].flatMap(
      (step) => {
        const after = decide(order, step);
        return after && after.stop !== stop ? [`${stop} ${after.stop}`] : [];
      },
    );
  });
  expect(rows.map(({ before, after }) => `${before} ${after}`).sort()).toEqual(ours.sort());
});
