import { expect, it } from 'vitest';
import { summaryOf } from './report.ts';

const fine = { passed: 3, failures: [], skipped: [] };

it('adds up what the runners counted, in the last line', () => {
  expect(summaryOf([fine, { ...fine, passed: 4 }]).at(-1)).toBe('7 passed, 0 failed, 0 skipped');
});

it('names what was skipped', () => {
  const lines = summaryOf([{ ...fine, skipped: ['broker.test.ts: it connects (needs Mosquitto)'] }]);
  expect(lines).toContain('○ skipped: broker.test.ts: it connects (needs Mosquitto)');
  expect(lines.at(-1)).toBe('3 passed, 0 failed, 1 skipped');
});

it('names what failed, with the reason, before the last line', () => {
  const failures = [{ where: 'chairs.test.ts: it starts', what: '\u001b[31mexpected 1\u001b[39m\nto be 2' }];
  expect(summaryOf([{ ...fine, failures }])).toEqual([
    '',
    '',
    '✘ chairs.test.ts: it starts',
    '    expected 1',
    '    to be 2',
    '',
    '3 passed, 1 failed, 0 skipped',
  ]);
});

it('shortens a long reason', () => {
  const what = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
  const lines = summaryOf([{ ...fine, failures: [{ where: 'here', what }] }]);
  expect(lines.length).toBeLessThan(50);
});
