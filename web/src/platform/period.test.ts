import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Period, readPeriod } from './period.ts';
import { type RangeDraft, readRange, toField } from './range.ts';

const start = '2026-11-01T00:00:00.000Z';
const end = '2026-11-15T00:00:00.000Z';

describe('the period of an address', () => {
  test.each([
    ['no period is today', {}, { period: 'today' }],
    ['a named period', { period: 'week' }, { period: 'week' }],
    ['an unknown name is today', { period: 'decade' }, { period: 'today' }],
    ['ends are ignored without custom', { period: 'month', start, end }, { period: 'month' }],
    ['a custom period has both ends', { period: 'custom', start, end }, { period: 'custom', start, end }],
    ['a custom period without its end is today', { period: 'custom', start }, { period: 'today' }],
    ['a period that ends before it starts is today', { period: 'custom', start: end, end: start }, { period: 'today' }],
    ['an invalid time is today', { period: 'custom', start: 'x', end }, { period: 'today' }],
    [
      'a period of more than three years is today',
      { period: 'custom', start: '2020-01-01T00:00Z', end },
      { period: 'today' },
    ],
  ] as [string, Partial<Period>, Period][])('%s', (_name, search, period) => {
    expect(readPeriod(search)).toEqual(period);
  });
});

describe('the fields of a custom period', () => {
  test.each([
    ['both empty', { start: '', end: '' }, 'missing'],
    ['one empty', { start: '2026-11-01T00:00', end: '' }, 'missing'],
    ['the end before the start', { start: '2026-11-02T00:00', end: '2026-11-01T00:00' }, 'reversed'],
    ['an empty period', { start: '2026-11-01T00:00', end: '2026-11-01T00:00' }, 'reversed'],
    ['more than three years', { start: '2020-11-01T00:00', end: '2026-11-01T00:00' }, 'wrong'],
  ] as [string, RangeDraft, string][])('%s', (_name, draft, problem) => {
    expect(readRange(draft)).toBe(problem);
  });

  test('keep the chosen minute', () => {
    const minute = fc
      .integer({ min: 0, max: 20 * 365 * 24 * 60 })
      .map((count) => new Date(Date.UTC(2015, 0) + count * 60_000));
    fc.assert(
      fc.property(minute, (at) => {
        expect(new Date(toField(at.toISOString())).getTime()).toBe(at.getTime());
      }),
    );
    expect(toField(undefined)).toBe('');
  });

  test('give a period that the address can express', () => {
    const range = readRange({ start: '2026-11-01T08:30', end: '2026-11-02T09:45' });
    expect(range).toMatchObject({ period: 'custom' });
    if (typeof range === 'object') expect(readPeriod(range)).toEqual(range);
  });
});
