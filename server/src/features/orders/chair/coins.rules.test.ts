import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minutesAfter } from '../../../platform/instants.ts';
import { coinSuspicion, coinTimes } from './coins.rules.ts';

const minute = 60_000;
const noon = new Date('2026-11-15T12:00:00Z');
const fromNoon = (minutes: number) => new Date(noon.getTime() + minutes * minute);

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
      'five minutes ago, while another order runs',
      -5,
      { held: true, overlapping: true },
      { status: 'finished', overlapping: true, ended_at: noon },
    ],
    ['whose time ends now', -10, free, { status: 'finished', ended_at: noon }],
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
        expect(times.ends_at).toEqual(minutesAfter(at, minutes));
        expect(times.status === 'running').toBe(!held && times.ends_at > noon);
        expect(times.ended_at === null).toBe(times.status === 'running');
      }),
    );
  });
});

describe('a coin is marked', () => {
  it.each([
    ['not for its price', 1000, 'CNY', 1000, null],
    ['not for ten times the dearest package', 10_000, 'CNY', 1000, null],
    ['for more', 10_001, 'CNY', 1000, 'amount'],
    ['for another currency than its outlet has, whatever the amount', 1, 'PHP', 1000, 'currency'],
    ['not for any amount where there is no price list', 10_000_000, 'CNY', null, null],
    ['for another currency also where there is no price list', 1, 'RM', null, 'currency'],
  ] as const)('%s', (_case, amount, currency, dearest, expected) => {
    expect(coinSuspicion({ amount, currency }, { currency: 'CNY', dearest })).toBe(expected);
  });
});
