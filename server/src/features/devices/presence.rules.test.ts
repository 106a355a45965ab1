import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasGap, judgeState } from './presence.rules.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 15, 0, 0, second));
const last = (bootId: string, seq: number, second = 10) => ({ bootId, seq, at: at(second) });
const told = last;

describe('a state', () => {
  it.each([
    ['the next of the same boot', last('1', 5), told('1', 6), 'newer'],
    ['an older of the same boot', last('1', 5), told('1', 4), 'older'],
    ['the same again', last('1', 5), told('1', 5), 'same'],
    ['the first of the next boot', last('9', 5), told('10', 1), 'newer'],
    ['the last of the boot before', last('10', 1), told('9', 500), 'older'],
    ['a boot without a number, later', last('abc', 5), told('xyz', 1, 11), 'newer'],
    ['a boot without a number, earlier', last('abc', 5), told('xyz', 1, 9), 'older'],
  ] as const)('%s', (_case, before, now, verdict) => {
    expect(judgeState(before, now)).toBe(verdict);
  });

  it('is newer than none at all', () => {
    expect(judgeState({ bootId: null, seq: null, at: null }, told('1', 0))).toBe('newer');
  });

  it('that is newer than another is never also older', () => {
    const states = fc.record({ bootId: fc.nat(5).map(String), seq: fc.nat(20), at: fc.nat(50).map(at) });
    fc.assert(
      fc.property(states, states, (one, other) => {
        const there = judgeState(one, other);
        const back = judgeState(other, one);
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
    ['none across boots', last('1', 5), told('2', 7), [], false],
  ] as const)('%s', (_case, before, now, events, expected) => {
    expect(hasGap(before, now, new Set(events))).toBe(expected);
  });
});
