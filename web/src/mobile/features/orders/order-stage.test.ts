import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOpen, type StagedOrder, stageAt } from './order-stage.ts';

const end = Date.parse('2026-11-15T06:20:00.000Z');
const at = (offsetMs: number) => new Date(end + offsetMs).toISOString();

const running: StagedOrder = {
  status: 'running',
  payment: 'paid',
  ending: null,
  endsAt: at(0),
  endedAt: null,
  minutes: 20,
  refundedAmount: 0,
};
const finished: StagedOrder = { ...running, status: 'finished', ending: 'time', endedAt: at(0) };
const stopped: StagedOrder = { ...finished, ending: 'stopped', endedAt: at(-600_000) };
const pending: StagedOrder = { ...running, status: 'pending', payment: 'waiting', endsAt: null };
const cancelled: StagedOrder = { ...pending, status: 'cancelled', payment: 'none', ending: 'other', endedAt: at(0) };

test.each([
  ['one that awaits payment', pending, 0, 'pending'],
  ['one whose payer came back', { ...pending, payment: 'confirming' }, 0, 'confirming'],
  ['one that starts', { ...pending, status: 'starting', payment: 'paid' }, 0, 'starting'],
  ['one that runs', running, -1, 'running'],
  ['one whose time is just over', running, 0, 'running'],
  ['one whose time is over', running, 1500, 'finished'],
  ['one that its chair ended on time, a moment ago', finished, 500, 'running'],
  ['one that its chair ended on time', finished, 1500, 'finished'],
  ['one that its chair ended a second early', { ...finished, endedAt: at(-1000) }, -500, 'running'],
  ['one that a fast chair ended', { ...finished, endedAt: at(-600_000) }, -500_000, 'finished'],
  ['one that was stopped', stopped, -590_000, 'stopped'],
  ['one that was stopped at the last moment', { ...stopped, endedAt: at(-500) }, 0, 'stopped'],
  ['one whose chair broke down', { ...stopped, ending: 'fault' }, -590_000, 'fault'],
  ['one whose chair broke down at once', { ...stopped, ending: 'fault', status: 'refunded' }, -590_000, 'fault'],
  ['one that ended early for a reason that nobody knows', { ...stopped, ending: 'other' }, 0, 'stopped'],
  ['one that did not start', { ...cancelled, status: 'failed' }, 0, 'failed'],
  ['one that was refunded', { ...stopped, status: 'refunded' }, 0, 'refunded'],
  ['one that was never paid', cancelled, 0, 'cancelled'],
  ['one whose money came late', { ...cancelled, refundedAmount: 1500 }, 0, 'late'],
  ['one whose chair somebody else got', { ...cancelled, ending: 'taken', refundedAmount: 1500 }, 0, 'taken'],
] as const)('%s', (_name, order, offsetMs, stage) => {
  expect(stageAt(order, end + offsetMs)).toBe(stage);
});

test('a running order is eventually done, and stays done', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e7, max: 1e7 }), fc.nat(1e7), (first, more) => {
      if (isOpen(stageAt(running, end + first))) return;
      expect(stageAt(running, end + first + more)).toBe('finished');
    }),
  );
});
