import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersDoubt, barOf, compareStates, hasGap, isLaterNews } from './presence.rules.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 15, 0, 0, second));
const last = (bootId: string, seq: number, bar: number | null = null) => ({ bootId, seq, bar });
const told = (bootId: string, seq: number) => ({ bootId, seq });
const leap = String(2 ** 53 - 1);

describe('a state', () => {
  it.each([
    ['the next of the same boot', last('1', 5), told('1', 6), 'newer'],
    ['an older of the same boot', last('1', 5), told('1', 4), 'older'],
    ['the same again', last('1', 5), told('1', 5), 'same'],
    ['the first of the next boot', last('9', 5), told('10', 1), 'newer'],
    ['the last of the boot before', last('10', 1), told('9', 500), 'older'],
    ['another boot without a number', last('abc', 5), told('xyz', 1), 'newer'],
    ['a leap of the boot number', last('9', 5, 9), told(leap, 1), 'newer'],
    ['the next boot after a leap', last(leap, 1, 9), told('10', 1), 'newer'],
    ['the same boot after a leap', last(leap, 1, 9), told('9', 6), 'newer'],
    ['an older boot after a leap', last(leap, 1, 9), told('8', 6), 'older'],
    ['the next boot after a text', last('abc', 1, 9), told('10', 1), 'newer'],
    ['an older boot after a text', last('abc', 1, 9), told('8', 1), 'older'],
  ] as const)('%s', (_case, before, now, verdict) => {
    expect(compareStates(before, now)).toBe(verdict);
  });

  it('is newer than none at all', () => {
    expect(compareStates({ bootId: null, seq: null, bar: null }, told('1', 0))).toBe('newer');
  });

  it('that is newer than another is never also older', () => {
    const states = fc.record({ bootId: fc.nat(5).map(String), seq: fc.nat(20) });
    fc.assert(
      fc.property(states, states, (one, other) => {
        const there = compareStates({ ...one, bar: null }, other);
        const back = compareStates({ ...other, bar: null }, one);
        expect([there, back].sort()).toEqual(there === 'same' ? ['same', 'same'] : ['newer', 'older']);
      }),
    );
  });
});

describe('the bar for later boots', () => {
  it.each([
    ['is the last boot number', '10', 9, 10],
    ['is the first boot number', '10', null, 10],
    ['stays after a text', 'abc', 9, 9],
    ['stays after a leap of more than 2^31', String(9 + 2 ** 31 + 1), 9, 9],
    ['moves by a leap of 2^31', String(9 + 2 ** 31), 9, 9 + 2 ** 31],
  ])('%s', (_case, bootId, bar, expected) => {
    expect(barOf(bootId, bar)).toBe(expected);
  });
});

describe('a state of an older boot', () => {
  const doubt = { bootId: '3', seq: 5, queriedAt: at(10) };
  it.each([
    ['after the query, with the same boot', told('3', 6), at(11), true],
    ['received before the query', told('3', 6), at(9), false],
    ['that is no newer than the doubted one', told('3', 5), at(11), false],
    ['of yet another boot', told('4', 6), at(11), false],
  ])('%s', (_case, reported, receivedAt, believed) => {
    expect(answersDoubt(doubt, reported, receivedAt)).toBe(believed);
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
