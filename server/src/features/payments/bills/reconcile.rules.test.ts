import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BillMovement } from '../providers/provider.ts';
import { billSpan, dayBefore, judgeRow, readyDays, wrongTotals } from './reconcile.rules.ts';

const beijing = { bills: { offsetMinutes: 480, readyAfterMinutes: 630 } };
const utc = { bills: { offsetMinutes: 0, readyAfterMinutes: 0 } };

it.each([
  ['before it is ready', '2026-11-16T02:29:00Z', '2026-11-14'],
  ['once it is ready', '2026-11-16T02:30:00Z', '2026-11-15'],
  ['late in the day', '2026-11-16T15:59:00Z', '2026-11-15'],
  ['after midnight in Beijing, not yet ready', '2026-11-16T16:01:00Z', '2026-11-15'],
])('%s, at %s, the newest bill from Beijing is that of %s', (_when, now, expected) => {
  expect(readyDays(beijing, new Date(now), 4).at(-1)).toBe(expected);
});

it('a bill is due only after the end of its day, and the days are consecutive', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (now) => {
      for (const facts of [beijing, utc]) {
        const days = readyDays(facts, now, 4);
        const ready = facts.bills.readyAfterMinutes * 60_000;
        for (const day of days) expect(billSpan(facts, day).until.getTime() + ready).toBeLessThanOrEqual(now.getTime());
        expect(days.slice(0, -1)).toEqual(days.slice(1).map((day) => dayBefore(day)));
      }
    }),
  );
});

const row = (kind: BillMovement['kind'], amount = 1500): BillMovement => ({
  kind,
  key: 'r7k2_1_1',
  ref: '42',
  amount,
  currency: 'CNY',
  at: new Date('2026-11-15T12:00:00Z'),
});
const booked = { known: true, amount: 1500, currency: 'CNY' };
const unbooked = { known: true, amount: null, currency: null };
const unknown = { ...unbooked, known: false };

it.each([
  ['a payment that we recorded', row('paid'), booked, true, 'agrees'],
  ['a payment of another amount', row('paid', 1499), booked, true, 'wrong amount'],
  ['a payment in another currency', row('paid'), { ...booked, currency: 'RM' }, true, 'wrong amount'],
  ['a payment that we have not heard of', row('paid'), unbooked, true, 'not recorded'],
  ['a payment of an order that is gone', row('paid'), unknown, true, 'not recorded'],
  ['a payment of another installation', row('paid'), unknown, false, 'foreign'],
  ['a refund that we recorded', row('refunded'), booked, true, 'agrees'],
  ['a refund that somebody made in the dashboard', row('refunded'), unknown, true, 'refund not recorded'],
  ['a refund of another installation', row('refunded'), unknown, false, 'foreign'],
] as const)('%s on a bill is judged', (_case, movement, books, isOurs, verdict) => {
  expect(judgeRow(movement, books, isOurs)).toBe(verdict);
});

it('names the wrong totals of a bill', () => {
  const sums = { rows: 3, paid: 4500, refunded: 0, fees: 0 };
  expect(wrongTotals(sums, { rows: 3, paid: 4500 })).toEqual([]);
  expect(wrongTotals(sums, { rows: 4, paid: 4500, refunded: 1 })).toEqual(['rows', 'refunded']);
});
