import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinTimes, trustedTime } from './chair-events.rules.ts';
import { endTime } from './lifecycle.rules.ts';

const minute = 60_000;
const noon = new Date('2026-11-15T12:00:00Z');
const fromNoon = (minutes: number) => new Date(noon.getTime() + minutes * minute);
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

describe('a coin', () => {
  const free = { held: false, overlapping: false };
  it.each([
    ['just now in a free chair', 0, free, { status: 'running', overlapping: false, ended_at: null }],
    ['an hour ago', -60, free, { status: 'finished', overlapping: false, ended_at: fromNoon(-50) }],
    [
      'while another order runs',
      0,
      { held: true, overlapping: true },
      { status: 'finished', overlapping: true, ended_at: noon },
    ],
    [
      'long before the order that runs now',
      -60,
      { held: true, overlapping: false },
      { status: 'finished', overlapping: false },
    ],
    [
      'while an order ran that is over by now',
      -12,
      { held: false, overlapping: true },
      { status: 'finished', overlapping: true },
    ],
  ] as const)('%s', (_case, at, chair, expected) => {
    expect(coinTimes(fromNoon(at), 10, chair, noon)).toMatchObject(expected);
  });

  it('keeps its own times, and runs only while they last and the chair is free', () => {
    const instant = fc.integer({ min: -1000, max: 0 }).map(fromNoon);
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 600 }), fc.boolean(), (at, minutes, held) => {
        const times = coinTimes(at, minutes, { held, overlapping: held }, noon);
        expect(times.started_at).toEqual(at);
        expect(times.ends_at).toEqual(endTime(at, minutes));
        expect(times.status === 'running').toBe(!held && times.ends_at > noon);
        expect(times.ended_at === null).toBe(times.status === 'running');
      }),
    );
  });
});
