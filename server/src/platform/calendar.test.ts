import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayOf,
  isTimeZone,
  offsetIn,
  shiftMonths,
  spanOf,
  startOfDay,
  startOfMonth,
  startOfWeek,
  startOfYear,
} from './calendar.ts';

const at = (text: string) => new Date(text);

describe('the offset of a time zone', () => {
  it.each([
    ['Asia/Shanghai', '2026-07-01T00:00:00Z', 480],
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Asia/Kolkata', '2026-07-01T00:00:00Z', 330],
    ['America/St_Johns', '2026-01-01T00:00:00Z', -210],
    ['Europe/London', '2026-01-01T00:00:00Z', 0],
    ['Europe/London', '2026-07-01T00:00:00Z', 60],
    ['Europe/London', '2026-03-29T00:59:59Z', 0],
    ['Europe/London', '2026-03-29T01:00:00Z', 60],
    ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', 660],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 630],
  ])('%s at %s is %i minutes', (zone, instant, minutes) => {
    expect(offsetIn(zone, at(instant))).toBe(minutes);
    expect(offsetIn(zone, at(instant))).toBe(minutes);
  });

  it('agrees with the wall clock that Intl shows, at any instant', () => {
    const zone = fc.constantFrom('Asia/Manila', 'America/New_York', 'Pacific/Chatham', 'Africa/Casablanca');
    const instant = fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, instant, (timeZone, moment) => {
        const shown = moment.toLocaleString('sv-SE', { timeZone });
        const wall = new Date(moment.getTime() + offsetIn(timeZone, moment) * 60_000);
        expect(wall.toISOString().slice(0, 19).replace('T', ' ')).toBe(shown);
      }),
    );
  });

  it.each([
    ['Asia/Shanghai', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT-8', true],
    ['UTC', true],
    ['Asia/Nowhere', false],
    ['+08:00', false],
    ['CST', false],
    ['480', false],
    ['', false],
  ])('%j is a time zone: %s', (name, expected) => {
    expect(isTimeZone(name)).toBe(expected);
  });
});

describe('the beginning of a day, week, month and year', () => {
  it.each([
    [
      'Shanghai, after midnight',
      '2026-03-04T16:30:00Z',
      480,
      '2026-03-04T16:00',
      '2026-03-01T16:00',
      '2026-02-28T16:00',
    ],
    [
      'Shanghai, before midnight',
      '2026-03-04T15:59:59Z',
      480,
      '2026-03-03T16:00',
      '2026-03-01T16:00',
      '2026-02-28T16:00',
    ],
    ['London in winter', '2026-03-01T00:00:00Z', 0, '2026-03-01T00:00', '2026-02-23T00:00', '2026-03-01T00:00'],
    [
      'Kathmandu, a quarter of an hour off',
      '2026-03-04T18:14:59Z',
      345,
      '2026-03-03T18:15',
      '2026-03-01T18:15',
      '2026-02-28T18:15',
    ],
    ['New York', '2026-01-01T03:00:00Z', -300, '2025-12-31T05:00', '2025-12-29T05:00', '2025-12-01T05:00'],
  ])('%s', (_place, instant, offset, day, week, month) => {
    const minutes = (date: Date) => date.toISOString().slice(0, 16);
    expect(minutes(startOfDay(at(instant), offset))).toBe(day);
    expect(minutes(startOfWeek(at(instant), offset))).toBe(week);
    expect(minutes(startOfMonth(at(instant), offset))).toBe(month);
  });

  it('begins a new year when the wall clock does', () => {
    expect(startOfYear(at('2025-12-31T16:00:00Z'), 480)).toEqual(at('2025-12-31T16:00:00Z'));
    expect(startOfYear(at('2025-12-31T15:59:59Z'), 480)).toEqual(at('2024-12-31T16:00:00Z'));
    expect(dayOf(at('2025-12-31T16:00:00Z'), 480)).toBe('2026-01-01');
  });
});

describe('the same point some months away', () => {
  it.each([
    ['2026-03-15T10:00:00Z', -1, '2026-02-15T10:00:00Z'],
    ['2026-03-31T10:00:00Z', -1, '2026-03-01T00:00:00Z'],
    ['2024-02-29T10:00:00Z', -12, '2023-03-01T00:00:00Z'],
    ['2026-01-31T00:00:00Z', -1, '2025-12-31T00:00:00Z'],
    ['2026-01-10T08:00:00Z', -12, '2025-01-10T08:00:00Z'],
  ])('of %s, %i months on, is %s', (instant, months, shifted) => {
    expect(shiftMonths(at(instant), 0, months)).toEqual(at(shifted));
  });
});

describe('a named period', () => {
  const now = at('2026-03-04T10:20:00Z');
  it.each([
    ['today', '2026-03-03T16:00:00Z', '2026-03-04T16:00:00Z'],
    ['yesterday', '2026-03-02T16:00:00Z', '2026-03-03T16:00:00Z'],
    ['week', '2026-03-01T16:00:00Z', '2026-03-04T16:00:00Z'],
    ['month', '2026-02-28T16:00:00Z', '2026-03-04T16:00:00Z'],
    ['year', '2025-12-31T16:00:00Z', '2026-03-04T16:00:00Z'],
  ] as const)('%s lasts from its beginning to the end of the day', (period, since, until) => {
    expect(spanOf({ period }, now, 480)).toEqual({ since: at(since), until: at(until) });
  });

  it('contains now, or ends today, in any offset and at any moment', () => {
    const instants = fc.date({ min: at('2000-01-01T00:00:00Z'), max: at('2099-12-31T00:00:00Z'), noInvalidDate: true });
    const offsets = fc.integer({ min: -720, max: 840 });
    fc.assert(
      fc.property(instants, offsets, (instant, offset) => {
        const today = spanOf({ period: 'today' }, instant, offset);
        expect(today.until.getTime() - today.since.getTime()).toBe(86_400_000);
        for (const period of ['today', 'week', 'month', 'year'] as const) {
          const { since, until } = spanOf({ period }, instant, offset);
          expect(since <= instant && instant < until).toBe(true);
          expect(until).toEqual(today.until);
        }
        expect(spanOf({ period: 'yesterday' }, instant, offset).until).toEqual(today.since);
      }),
    );
  });
});
