import { expect, it } from 'vitest';
import { skipFailures, summaryOf } from './report.ts';

const fine = { passed: 3, failures: [], skipped: [] };

it('adds up what the runners counted, in the last line', () => {
  expect(summaryOf([fine, { ...fine, passed: 4 }]).at(-1)).toBe('7 passed, 0 failed, 0 skipped');
});

it('groups skipped tests by reason, with instructions, and names those without a reason', () => {
  const skipped = ['a.test.ts: it connects (needs Mosquitto)', 'b.test.ts: it adds', 'c.test.ts: x (needs Mosquitto)'];
  const lines = summaryOf([{ ...fine, skipped }]);
  expect(lines).toContainEqual(expect.stringMatching(/^○ 2 skipped: Mosquitto is not installed\. .*apt-get/));
  expect(lines).toContain('○ skipped without a known reason: b.test.ts: it adds');
  expect(lines.at(-1)).toBe('3 passed, 0 failed, 3 skipped');
});

it('fails in continuous integration where a test was skipped that must run on the platform', () => {
  const reports = [{ ...fine, skipped: ['a.test.ts: it connects (needs Mosquitto)'] }];
  expect(skipFailures(reports, 'darwin-arm64')).toEqual([]);
  expect(skipFailures(reports, 'linux-x64')).toMatchObject([{ what: expect.stringContaining('a.test.ts') }]);
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
