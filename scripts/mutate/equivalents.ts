import type { Equivalent } from './report.ts';

/** Survivors that no test can tell from the original, each with the reason. At most a tenth of a feature's. */
export const equivalents: readonly Equivalent[] = [];
