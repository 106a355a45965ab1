export const countUpDuration = 2000;

/** The eased figure at that progress, from 0 to 1. */
export function countUpValue(from: number, to: number, share: number): number {
  if (share >= 1) return to;
  const eased = 1 - (1 - Math.max(0, share)) ** 4;
  return from + (to - from) * eased;
}
