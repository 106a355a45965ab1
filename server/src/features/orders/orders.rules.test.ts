import { type OrderStatus, orderStatuses } from '@recline/contract/dictionary';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinOrder, endTime, isActive, next, type OrderStep, startTime, trustedTime } from './orders.rules.ts';
import { orderNo } from './orders.view.ts';

const steps: OrderStep[] = ['pay', 'start', 'fail', 'cancel', 'end', 'refund'];
const time = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
const minute = 60_000;
const noon = new Date('2026-11-15T12:00:00Z');
const fromNoon = (minutes: number) => new Date(noon.getTime() + minutes * minute);

describe('an order', () => {
  it('leaves its last statuses by no step', () => {
    for (const status of ['failed', 'refunded', 'cancelled'] as const) {
      expect(steps.map((step) => next(status, step))).toEqual(steps.map(() => undefined));
    }
  });

  it.each<[OrderStatus, OrderStep, OrderStatus | undefined]>([
    ['pending', 'pay', 'starting'],
    ['pending', 'cancel', 'cancelled'],
    ['pending', 'start', undefined],
    ['pending', 'refund', undefined],
    ['starting', 'start', 'running'],
    ['starting', 'fail', 'failed'],
    ['starting', 'refund', undefined],
    ['running', 'end', 'finished'],
    ['running', 'fail', undefined],
    ['running', 'refund', 'refunded'],
    ['finished', 'refund', 'refunded'],
    ['finished', 'start', undefined],
  ])('that is %s and meets %s becomes %s', (status, step, expected) => {
    expect(next(status, step)).toBe(expected);
  });

  it('never holds its chair again once it let it go', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderStatuses), fc.array(fc.constantFrom(...steps)), (first, taken) => {
        let status = first;
        let released = !isActive(status);
        for (const step of taken) {
          status = next(status, step) ?? status;
          expect(released && isActive(status)).toBe(false);
          released ||= !isActive(status);
        }
      }),
    );
  });
});

describe("a chair's clock", () => {
  it.each([
    [0, false],
    [24 * 60, false],
    [-24 * 60, false],
    [24 * 60 + 1, true],
    [-24 * 60 - 1, true],
  ])('%i minutes off is distrusted: %s', (minutes, distrusted) => {
    const at = fromNoon(minutes);
    expect(trustedTime(at, noon)).toEqual({ at: distrusted ? noon : at, distrusted });
  });

  it('never starts an order before it was placed nor after it was reported', () => {
    fc.assert(
      fc.property(time, time, time, (reported, first, second) => {
        const [created, received] = first < second ? [first, second] : [second, first];
        const started = startTime(reported, created, received);
        expect(started >= created && started <= received).toBe(true);
        if (reported >= created && reported <= received) expect(started).toEqual(reported);
      }),
    );
  });
});

describe('a coin', () => {
  it.each([
    ['just now in a free chair', 0, null, { status: 'running', overlapping: false, endedAt: null }],
    ['an hour ago', -60, null, { status: 'finished', overlapping: false, endedAt: fromNoon(-50) }],
    ['while another order runs', 0, -5, { status: 'finished', overlapping: true, endedAt: noon }],
    ['long before the order that runs now', -60, -5, { status: 'finished', overlapping: false }],
    ['that ended after the running order began', -12, -5, { status: 'finished', overlapping: true }],
  ] as const)('%s', (_case, at, activeSince, expected) => {
    const since = activeSince === null ? null : fromNoon(activeSince);
    expect(coinOrder(fromNoon(at), 10, since, noon)).toMatchObject(expected);
  });

  it('keeps its own times, and runs only while they last', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 1, max: 600 }), fc.option(time), time, (at, minutes, since, now) => {
        const order = coinOrder(at, minutes, since, now);
        expect(order.startedAt).toEqual(at);
        expect(order.endsAt).toEqual(endTime(at, minutes));
        expect(order.status === 'running').toBe(since === null && order.endsAt > now);
        expect(order.endedAt === null).toBe(order.status === 'running');
      }),
    );
  });
});

describe('an order number', () => {
  it.each([
    [42, '2026-11-15T12:00:00Z', 'Asia/Shanghai', '2611150000042'],
    [42, '2026-11-15T16:00:00Z', 'Asia/Shanghai', '2611160000042'],
    [42, '2026-07-01T23:30:00Z', 'Europe/London', '2607020000042'],
    [42, '2026-11-15T23:30:00Z', 'Europe/London', '2611150000042'],
    [12345678, '2026-01-01T00:00:00Z', 'Atlantic/Azores', '25123112345678'],
  ])('of order %i placed at %s in %s is %s', (id, at, timeZone, expected) => {
    expect(orderNo(id, new Date(at), timeZone)).toBe(expected);
  });
});
