import { expect, it } from 'vitest';
import { makeAdmission } from './admission.ts';
import { AppError } from './error.ts';

const unavailable = (error: unknown) => error instanceof AppError && error.problem === 'unavailable';

function admission({ overloaded = false, maxWaitMs = 1_000 } = {}) {
  let refused = 0;
  const onRefused = () => {
    refused += 1;
  };
  return { admit: makeAdmission({ maxWaitMs, overloaded: () => overloaded, onRefused }), refused: () => refused };
}

it('work is admitted while nothing lags', async () => {
  const { admit, refused } = admission();
  expect(await admit(async () => 'done')).toBe('done');
  expect(refused()).toBe(0);
});

it('work is refused and counted, before it begins, during an overload', async () => {
  const { admit, refused } = admission({ overloaded: true });
  let begun = false;
  const work = admit(async () => {
    begun = true;
  });
  await expect(work).rejects.toSatisfy(unavailable);
  expect([begun, refused()]).toEqual([false, 1]);
});

it('work is refused while other work has been waiting for too long, and admitted afterwards', async () => {
  const { admit } = admission({ maxWaitMs: 50 });
  let release = () => {};
  const slow = admit(() => new Promise<void>((resolve) => (release = resolve)));
  const isRefused = () =>
    admit(async () => false).catch((error: unknown) => {
      if (!unavailable(error)) throw error;
      return true;
    });
  await expect.poll(isRefused, { timeout: 5_000 }).toBe(true);
  release();
  await slow;
  expect(await isRefused()).toBe(false);
});
