import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spanOf } from '../../platform/calendar.ts';
import {
  baselineSpans,
  hoursOf,
  hoursUpTo,
  lastDays,
  overviewSpans,
  perDevice,
  piecesOf,
  reportRows,
  runsOf,
  sameSpan,
} from './revenue.rules.ts';

const at = (text: string) => new Date(text);
const instants = fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z'), noInvalidDate: true });

describe('the period before', () => {
  it.each([
    ['yesterday', 'the whole day before it', '2026-11-12T16:00:00.000Z', '2026-11-13T16:00:00.000Z'],
    ['week', 'the last week up to this weekday and time', '2026-11-01T16:00:00.000Z', '2026-11-08T02:30:00.000Z'],
    ['month', 'the last month up to this day and time', '2026-09-30T16:00:00.000Z', '2026-10-15T02:30:00.000Z'],
    ['year', 'the last year up to this date and time', '2024-12-31T16:00:00.000Z', '2025-11-15T02:30:00.000Z'],
  ] as const)('of %s is %s', (name, _title, since, until) => {
    const spans = overviewSpans(at('2026-11-15T02:30:00Z'), 480);
    expect(spans[name].before).toEqual({ since: at(since), until: at(until) });
  });

  it('ends with its month if that is shorter', () => {
    const { month, year } = overviewSpans(at('2024-03-31T12:00:00Z'), 0);
    expect(month.before.until).toEqual(at('2024-03-01T00:00:00Z'));
    expect(year.before.until).toEqual(at('2023-03-31T12:00:00Z'));
  });

  it('of a leap day ends with February', () => {
    expect(overviewSpans(at('2024-02-29T12:00:00Z'), 0).year.before.until).toEqual(at('2023-03-01T00:00:00Z'));
  });
});

describe('the baseline of a period, up to the same point', () => {
  const now = at('2026-11-16T04:00:00Z'); // a Monday, noon in China
  const custom = { period: 'custom' as const, start: at('2026-11-10T00:00:00Z'), end: at('2026-11-12T00:00:00Z') };
  it.each([
    ['yesterday', { period: 'yesterday' as const }, 'day', '2026-11-13T16:00:00.000Z', '2026-11-14T16:00:00.000Z'],
    ['yesterday', { period: 'yesterday' as const }, 'weekday', '2026-11-07T16:00:00.000Z', '2026-11-08T16:00:00.000Z'],
    ['today', { period: 'today' as const }, 'day', '2026-11-14T16:00:00.000Z', '2026-11-15T04:00:00.000Z'],
    ['today', { period: 'today' as const }, 'weekday', '2026-11-08T16:00:00.000Z', '2026-11-09T04:00:00.000Z'],
    ['today', { period: 'today' as const }, 'period', '2026-11-14T16:00:00.000Z', '2026-11-15T04:00:00.000Z'],
    ['this week', { period: 'week' as const }, 'period', '2026-11-08T16:00:00.000Z', '2026-11-09T04:00:00.000Z'],
    ['two days', custom, 'period', '2026-11-08T00:00:00.000Z', '2026-11-10T00:00:00.000Z'],
    ['two days', custom, 'weekday', '2026-11-03T00:00:00.000Z', '2026-11-05T00:00:00.000Z'],
  ] as const)('%s (%j) by the %s', (_name, period, baseline, since, until) => {
    expect(baselineSpans(period, now, 480)[baseline]).toEqual({ since: at(since), until: at(until) });
  });

  it('never reaches into the period itself', () => {
    const names = fc.constantFrom(
      'yesterday' as const,
      'today' as const,
      'week' as const,
      'month' as const,
      'year' as const,
    );
    fc.assert(
      fc.property(names, instants, fc.integer({ min: -720, max: 840 }), (period, moment, offset) => {
        const { since } = spanOf({ period }, moment, offset);
        const before = baselineSpans({ period }, moment, offset).period;
        expect(before.since.getTime()).toBeLessThanOrEqual(before.until.getTime());
        expect(before.until.getTime()).toBeLessThanOrEqual(since.getTime());
      }),
    );
  });
});

describe('a series', () => {
  it('of a past day has all its hours, of part of a day only those', () => {
    const day = { since: at('2026-11-14T16:00:00Z'), until: at('2026-11-15T16:00:00Z') };
    expect(hoursOf(day, at('2026-11-16T04:00:00Z'))).toHaveLength(24);
    const part = { since: at('2026-11-14T16:30:00Z'), until: at('2026-11-14T18:00:00Z') };
    expect(hoursOf(part, at('2026-11-16T04:00:00Z'))).toEqual([
      { since: at('2026-11-14T16:30:00Z'), until: at('2026-11-14T17:30:00Z') },
      { since: at('2026-11-14T17:30:00Z'), until: at('2026-11-14T18:00:00Z') },
    ]);
  });

  it('of today begins at local midnight and ends with the running hour', () => {
    const hours = hoursUpTo(at('2026-11-15T02:30:00Z'), 345);
    expect(hours[0]?.since).toEqual(at('2026-11-14T18:15:00Z'));
    expect(hours.at(-1)).toEqual({ since: at('2026-11-15T02:15:00Z'), until: at('2026-11-15T03:15:00Z') });
    expect(hours).toHaveLength(9);
  });

  it('of seven days has today last', () => {
    const days = lastDays(7, at('2026-03-01T23:00:00Z'), 60);
    expect(days.map((day) => day.since.toISOString().slice(0, 10))).toEqual([
      '2026-02-23',
      '2026-02-24',
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });
});

describe('a report', () => {
  it('has a row per day up to 62 days, the first and last cut at the ends of the span', () => {
    const rows = reportRows({ since: at('2026-01-01T10:00:00Z'), until: at('2026-03-04T10:00:00Z') }, 0);
    expect(rows).toHaveLength(63);
    expect(rows[0]).toEqual({
      since: at('2026-01-01T10:00:00Z'),
      until: at('2026-01-02T00:00:00Z'),
      day: '2026-01-01',
    });
    expect(rows.at(-1)?.until).toEqual(at('2026-03-04T10:00:00Z'));
  });

  it('has a row per month beyond that', () => {
    const rows = reportRows({ since: at('2026-01-10T10:00:00Z'), until: at('2026-03-13T10:00:01Z') }, 0);
    expect(rows.map((row) => row.day)).toEqual(['2026-01-10', '2026-02-01', '2026-03-01']);
  });
});

describe('the average per device', () => {
  it.each([
    [0, 0, 0],
    [100, 0, 0],
    [5, 2, 3],
    [4, 3, 1],
    [7, 3, 2],
    [1, 2, 1],
  ])('of %i over %i devices is %i', (total, devices, average) => {
    expect(perDevice(total, devices)).toBe(average);
  });
});

describe('the pieces of a span', () => {
  const onTheHour = expect.stringMatching(/:00:00.000Z$/);
  const atMidnight = expect.stringMatching(/T00:00:00.000Z$/);
  const onTheFirst = expect.stringMatching(/-01T00:00:00.000Z$/);

  it('are the nearest whole months, corrected at both ends by days, hours and orders', () => {
    const pieces = piecesOf({ since: at('2026-01-01T00:00:00Z'), until: at('2026-03-01T17:20:00Z') });
    expect(
      pieces.map(({ tier, since, until, sign }) => [sign, tier, since.toISOString(), until.toISOString()]),
    ).toEqual([
      [-1, 'hours', '2025-12-31T16:00:00.000Z', '2026-01-01T00:00:00.000Z'],
      [1, 'months', '2025-12-31T16:00:00.000Z', '2026-02-28T16:00:00.000Z'],
      [1, 'days', '2026-02-28T16:00:00.000Z', '2026-03-01T16:00:00.000Z'],
      [1, 'hours', '2026-03-01T16:00:00.000Z', '2026-03-01T17:00:00.000Z'],
      [1, 'orders', '2026-03-01T17:00:00.000Z', '2026-03-01T17:20:00.000Z'],
    ]);
  });

  it('are one row for a day that begins like the stored days', () => {
    const pieces = piecesOf({ since: at('2026-03-01T16:00:00Z'), until: at('2026-03-02T16:00:00Z') });
    expect(pieces.map(({ tier, since, sign }) => [sign, tier, since.toISOString()])).toEqual([
      [1, 'days', '2026-03-01T16:00:00.000Z'],
    ]);
  });

  it('subtract the hours that a day at another offset does not have', () => {
    const pieces = piecesOf({ since: at('2026-03-02T00:00:00Z'), until: at('2026-03-03T00:00:00Z') });
    expect(pieces.map(({ tier, since, sign }) => [sign, tier, since.toISOString()])).toEqual([
      [-1, 'hours', '2026-03-01T16:00:00.000Z'],
      [1, 'days', '2026-03-01T16:00:00.000Z'],
      [1, 'hours', '2026-03-02T16:00:00.000Z'],
    ]);
  });

  it('do not read a month for a day in its middle', () => {
    const pieces = piecesOf({ since: at('2026-11-14T16:00:00Z'), until: at('2026-11-15T16:00:00Z') });
    expect(pieces.map(({ tier }) => tier)).toEqual(['days']);
  });

  it('cover every instant of the span once and no other, each piece on the bounds of its tier', () => {
    fc.assert(
      fc.property(instants, instants, fc.array(instants), (one, other, others) => {
        const [since, until] = one < other ? [one, other] : [other, one];
        const pieces = piecesOf({ since, until });
        const cover = (instant: Date) =>
          pieces.reduce((sum, piece) => sum + (piece.since <= instant && instant < piece.until ? piece.sign : 0), 0);
        const bounds = pieces.flatMap((piece) => [piece.since, piece.until]);
        for (const instant of [...bounds, ...others, since, until]) {
          expect(cover(instant)).toBe(since <= instant && instant < until ? 1 : 0);
        }
        for (const { tier, since: from, until: to } of pieces) {
          const wall = [from, to].map((bound) => new Date(bound.getTime() + 8 * 3600_000).toISOString());
          if (tier === 'hours') expect(wall).toEqual([onTheHour, onTheHour]);
          if (tier === 'days') expect(wall).toEqual([atMidnight, atMidnight]);
          if (tier === 'months') expect(wall).toEqual([onTheFirst, onTheFirst]);
        }
      }),
    );
  });

  it('are read as one if they touch or overlap, and once if spans share them', () => {
    const days = lastDays(7, at('2026-11-15T02:30:00Z'), 480);
    expect(runsOf(days.flatMap((span) => piecesOf(span)))).toEqual([
      { tier: 'days', since: days[0]?.since, until: days[6]?.until, sign: 1 },
    ]);
    const abroad = runsOf(lastDays(7, at('2026-11-15T02:30:00Z'), 0).flatMap((span) => piecesOf(span)));
    expect(abroad.map(({ tier }) => tier).sort()).toEqual(['days', ...Array.from({ length: 8 }, () => 'hours')]);
  });

  it('are covered by ranges of which no two touch', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(instants, instants), { minLength: 1, maxLength: 6 }), (spans) => {
        const ordered = spans.map(([one, other]) =>
          one < other ? { since: one, until: other } : { since: other, until: one },
        );
        const pieces = ordered.flatMap((span) => piecesOf(span));
        const runs = runsOf(pieces);
        for (const piece of pieces) {
          const around = runs.filter(
            ({ tier, since, until }) => tier === piece.tier && since <= piece.since && until >= piece.until,
          );
          expect(piece.tier === 'orders' ? around.length > 0 : around.length === 1).toBe(true);
        }
        for (const [index, run] of runs.entries()) {
          const others = runs.filter((other, place) => place !== index && other.tier === run.tier);
          if (run.tier !== 'orders')
            for (const { since, until } of others) expect(since > run.until || until < run.since).toBe(true);
          else for (const other of others) expect(sameSpan(run, other)).toBe(false);
        }
      }),
    );
  });
});
