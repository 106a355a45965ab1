import { expect, it } from 'vitest';
import { connectionsWithin, openFileLimit } from './open-files.ts';

it.each([
  [undefined, { http: 10_000, chairs: 50_000 }],
  [65_536, { http: 10_000, chairs: 36_044 }],
  [1_024, { http: 409, chairs: 563 }],
])('with %s open files, the number of connections is %o', (openFiles, expected) => {
  expect(connectionsWithin(10_000, openFiles)).toEqual(expected);
});

it('the limit of open files is known on Linux', () => {
  if (process.platform === 'linux') expect(openFileLimit()).toBeGreaterThan(0);
});
