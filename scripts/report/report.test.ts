import { expect, it } from 'vitest';
import { lastWords } from './report.ts';

const fine = { passed: 3, failed: 0, skipped: 0, troubles: [] };

it('adds up what the runners counted, in the last line', () => {
  expect(lastWords([fine, { ...fine, passed: 4 }])).toEqual(['', '7 passed, 0 failed']);
});

it('says that something was skipped', () => {
  expect(lastWords([{ ...fine, skipped: 2 }])[0]).toContain('2 skipped');
});

it('names what failed and what passed only at the second try, with the reason, before the last line', () => {
  const troubles = [
    { where: 'chairs.test.ts: it starts', what: '\u001b[31mexpected 1\u001b[39m\nto be 2', mended: false },
    { where: 'money.test.ts: it adds up', what: 'too late', mended: true },
  ];
  expect(lastWords([{ ...fine, failed: 1, troubles }])).toEqual([
    '',
    '↻ passed only at the second try: money.test.ts: it adds up',
    '    too late',
    '',
    '✘ chairs.test.ts: it starts',
    '    expected 1',
    '    to be 2',
    '',
    '3 passed, 1 failed',
  ]);
});

it('tells a long reason in part', () => {
  const what = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
  const told = lastWords([{ ...fine, failed: 1, troubles: [{ where: 'here', what, mended: false }] }]);
  expect(told.length).toBeLessThan(50);
});
