import type { Parameters } from 'fast-check';

/** `npm test` always uses the same seed; `npm run fuzz -- --times N --seed S` runs more cases, or another seed. */
const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);

/** Runs per property, as a multiple of those in `npm test`. A failure prints its seed, which repeats it. */
export const runs = <T>(ordinary: number): Parameters<T> => ({
  numRuns: Math.max(1, Math.round(ordinary * number('FUZZ_TIMES', 1))),
  seed: number('FUZZ_SEED', 20_261_115),
  // A case depends on the server's state after earlier ones, so shrinking makes no sense.
  endOnFailure: true,
});

/** A bound on waiting, not on speed. */
export const fuzzTimeout = 240_000 * Math.max(1, number('FUZZ_TIMES', 1));
