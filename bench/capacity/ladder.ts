/** One rate that was tried. It was good if there is no problem. */
export interface Step {
  rate: number;
  problem?: string;
}

export interface Ladder {
  first: number;
  /** From one rate to the next. */
  factor: number;
  maxSteps: number;
  maxRate: number;
}

const isGood = ({ problem }: Step) => problem === undefined;

/**
 * The next rate to try: higher until one is not good. If the first is not good, lower until one is.
 * Undefined when the ladder has ended.
 */
export function nextRate(steps: Step[], { first, factor, maxSteps, maxRate }: Ladder): number | undefined {
  const last = steps.at(-1);
  if (!last) return Math.min(first, maxRate);
  if (steps.length >= maxSteps || steps.some(isGood) !== steps.every(isGood)) return undefined;
  const rate = Math.round(isGood(last) ? last.rate * factor : last.rate / factor);
  return rate >= 1 && rate <= maxRate && rate !== last.rate ? rate : undefined;
}

/** 0 if none was good. */
export const highestGood = (steps: Step[]): number => Math.max(0, ...steps.filter(isGood).map(({ rate }) => rate));

/** Whether the ladder found a rate that is too high; if not, the capacity is at least its highest rate. */
export const foundLimit = (steps: Step[]): boolean => !steps.every(isGood);
