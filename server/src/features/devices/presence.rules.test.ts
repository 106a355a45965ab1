import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStates, hasGap, isLaterNews } from './presence.rules.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 15, 0, 0, second));
const last = (bootId: string, seq: number) => ({ bootId, seq });
const told = last;

describe('a state', () => {
  it.each([
    ['the next of the same boot', last('1', 5), told('1', 6), 'newer'],
    ['an older of the same boot', last('1', 5), told('1', 4), 'older'],
    ['the same again', last('1', 5), told('1', 5), 'same'],
    ['the first of the next boot', last('9', 5), told('10', 1), 'newer'],
    ['the last of the boot before', last('10', 1), told('9', 500), 'older'],
    ['another boot without a number', last('abc', 5), told('xyz', 1), 'newer'],
  ] as const)('%s', (_case, before, now, verdict) => {
    expect(compareStates(before, now)).toBe(verdict);
  });

  it('is newer than none at all', () => {
    expect(compareStates({ bootId: null, seq: null }, told('1', 0))).toBe('newer');
  });

  it('that is newer than another is never also older', () => {
    const states = fc.record({ bootId: fc.nat(5).map(String), seq: fc.nat(20) });
    fc.assert(
      fc.property(states, states, (one, other) => {
        const there = compareStates(one, other);
        const back = compareStates(other, one);
        expect([there, back].sort()).toEqual(there === 'same' ? ['same', 'same'] : ['newer', 'older']);
      }),
    );
  });
});

describe('a gap', () => {
  it.each([
    ['none between neighbours', last('1', 5), told('1', 6), [], false],
    ['a number missing', last('1', 5), told('1', 7), [], true],
    ['a number that an event used', last('1', 5), told('1', 7), [6], false],
    ['two missing, one used', last('1', 5), told('1', 8), [6], true],
    ['more missing than are remembered', last('1', 5), told('1', 2_000_000_000), [], true],
    ['none across boots', last('1', 5), told('2', 7), [], false],
  ] as const)('%s', (_case, before, now, events, expected) => {
    expect(hasGap(before, now, new Set(events))).toBe(expected);
  });
});

describe('presence', () => {
  it.each([
    ['heard later', { online: true, at: at(11) }, at(10), true],
    ['heard at the same moment', { online: false, at: at(10) }, at(10), true],
    ['heard earlier, and written later', { online: false, at: at(9) }, at(10), false],
    ['heard for the first time', { online: true, at: at(9) }, null, true],
  ])('%s', (_case, news, knownSince, expected) => {
    expect(isLaterNews(news, knownSince)).toBe(expected);
  });
});
