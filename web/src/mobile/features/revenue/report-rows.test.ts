import { describe, expect, test } from 'vitest';
import { makeFormat } from '../../../platform/format.ts';
import { isMonthly, reportPoints } from './report-rows.ts';

const days = (...names: string[]) => names.map((day) => ({ day, online: 1, cash: 2 }));

describe('whether the rows of a report are months', () => {
  test.each([
    ['none', [], false],
    ['one', ['2026-11-15'], false],
    ['two days', ['2026-10-31', '2026-11-01'], false],
    ['two months', ['2026-10-01', '2026-11-01'], true],
    ['two months, the first not from its beginning', ['2026-01-31', '2026-02-01', '2026-03-01'], true],
  ] as [string, string[], boolean][])('%s', (_name, names, monthly) => {
    expect(isMonthly(days(...names))).toBe(monthly);
  });
});

test('a calendar day is labelled as that day, whatever the time zone', () => {
  const [point] = reportPoints(days('2026-11-01', '2026-11-02'), makeFormat('en_US'));
  expect(point).toEqual({ label: 'Sun, Nov 1', tick: '11/1', values: [1, 2] });
});

test('months are labelled by name', () => {
  const points = reportPoints(days('2026-10-01', '2026-11-01'), makeFormat('en_US'));
  expect(points.map(({ label, tick }) => [label, tick])).toEqual([
    ['Oct 2026', 'Oct'],
    ['Nov 2026', 'Nov'],
  ]);
});
