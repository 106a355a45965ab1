import { expect, it } from 'vitest';
import { AppError } from '../../platform/error.ts';
import { makeMetrics } from '../../platform/metrics.ts';
import { makeAdmission } from './admission.ts';

const unavailable = (error: unknown) => error instanceof AppError && error.problem === 'unavailable';

it('a start is admitted while nothing lags', async () => {
  const admit = makeAdmission({ metrics: makeMetrics(), backlogMs: () => 0 });
  expect(await admit(async () => 'placed')).toBe('placed');
});

it('a start is refused before anything is written while the messages of chairs are read late', async () => {
  const metrics = makeMetrics();
  const admit = makeAdmission({ metrics, backlogMs: () => 2_000 });
  let placed = false;
  const refused = admit(async () => {
    placed = true;
  });
  await expect(refused).rejects.toSatisfy(unavailable);
  expect(placed).toBe(false);
  expect((await metrics.starts.get()).values).toMatchObject([{ labels: { outcome: 'refused' }, value: 1 }]);
});

it('a start is refused while another has been waiting to be placed for too long, and admitted afterwards', async () => {
  const admit = makeAdmission({ metrics: makeMetrics(), backlogMs: () => 0 });
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
