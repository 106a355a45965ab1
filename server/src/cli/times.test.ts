import { describe, expect, it } from 'vitest';
import { spanOf } from '../platform/calendar.ts';
import { listed, rendered } from './output.ts';
import { localTime, outletTime, readPeriod } from './times.ts';

const now = new Date('2026-11-15T20:00:00Z');

describe('a period', () => {
  it.each([
    ['today', 480, '2026-11-15T16:00:00.000Z', '2026-11-16T16:00:00.000Z'],
    ['2026-11-15', 480, '2026-11-14T16:00:00.000Z', '2026-11-15T16:00:00.000Z'],
    ['2026-11-15', 0, '2026-11-15T00:00:00.000Z', '2026-11-16T00:00:00.000Z'],
    ['2026-02', 480, '2026-01-31T16:00:00.000Z', '2026-02-28T16:00:00.000Z'],
    ['2026-12', 0, '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2026-11-01..2026-11-15', 480, '2026-10-31T16:00:00.000Z', '2026-11-15T16:00:00.000Z'],
  ])('%s at %i minutes east of UTC', (words, offset, since, until) => {
    const span = spanOf(readPeriod(words, offset), now, offset);
    expect([span.since.toISOString(), span.until.toISOString()]).toEqual([since, until]);
  });

  it.each(['', 'never', '2026', '2026-13', '2026-02-30', '2026-11-15..2026-11-14', '2026-11..2026-12'])(
    '%j is refused',
    (words) => {
      expect(() => readPeriod(words, 480)).toThrow('--period must be');
    },
  );
});

describe('a time', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-16T04:00:00+08:00'],
    ['UTC', '2026-11-15T20:00:00+00:00'],
    ['America/St_Johns', '2026-11-15T16:30:00-03:30'],
  ])('in %s is %s', (zone, shown) => {
    expect(localTime(now, zone)).toBe(shown);
  });

  it("is shown in its outlet's zone, unless another is chosen", () => {
    const { text } = listed([now], { AT: (at) => outletTime(at, 'Asia/Manila'), UTC: (at) => at }, '');
    expect(rendered(text, undefined)).toContain('2026-11-16T04:00:00+08:00  2026-11-15T20:00:00Z');
    expect(rendered(text, 'Asia/Jakarta')).toContain('2026-11-16T03:00:00+07:00  2026-11-16T03:00:00+07:00');
  });
});
