import { endings } from '@recline/contract/values';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endingOf } from './ending.rules.ts';

test.each([
  ['time', 'time'],
  ['time is over', 'time'],
  ['stopped', 'stopped'],
  ['fault', 'fault'],
  ['power', 'fault'],
  ['taken', 'taken'],
  ['unpaid', 'other'],
  ['constructor', 'other'],
  [null, 'other'],
] as const)('an order that ended with the reason %s: %s', (reason, ending) => {
  expect(endingOf(reason)).toBe(ending);
});

test('whatever a chair gives as a reason is one of the endings', () => {
  fc.assert(fc.property(fc.string(), (reason) => endings.includes(endingOf(reason))));
});
