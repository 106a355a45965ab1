import type { Parameters } from 'fast-check';

/** The run of `npm test` is the same each time; `npm run fuzz -- --runs N --seed S` asks for more, or for another. */
const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);

/** How often each property is tried, in parts of what `npm test` does. A failure prints the seed, which repeats it. */
export const runs = <T>(ordinary: number): Parameters<T> => ({
  numRuns: Math.max(1, Math.round(ordinary * number('FUZZ_TIMES', 1))),
  seed: number('FUZZ_SEED', 20_261_115),
  // What came before is part of the case: the server is not the same after it, so nothing is shrunk.
  endOnFailure: true,
});

/** A bound on waiting, not on speed. */
export const fuzzTimeout = 240_000 * Math.max(1, number('FUZZ_TIMES', 1));
