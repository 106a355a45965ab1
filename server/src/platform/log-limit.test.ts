import { expect, it } from 'vitest';
import { makeLogLimit } from './log-limit.ts';

function limited(options: { perKey: number; inAll: number }) {
  let now = 0;
  const admit = makeLogLimit(() => new Date(now), options);
  return {
    admit,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('one key is logged a few times a minute, and the next line says how many were left out', () => {
  const { admit, pass } = limited({ perKey: 2, inAll: 100 });
  expect([1, 2, 3, 4].map(() => admit('A') !== undefined)).toEqual([true, true, false, false]);
  pass(60_000);
  expect(admit('A')).toEqual({ leftOut: 2 });
});

it('all keys together are logged a limited number of times a minute', () => {
  const { admit } = limited({ perKey: 2, inAll: 3 });
  expect(['A', 'B', 'C', 'D'].map((key) => admit(key) !== undefined)).toEqual([true, true, true, false]);
});
