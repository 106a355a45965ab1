export const countUpDuration = 2000;

/** The figure after that share of the way, which goes fast at first and comes to rest gently. */
export function countUpValue(from: number, to: number, share: number): number {
  if (share >= 1) return to;
  const eased = 1 - (1 - Math.max(0, share)) ** 4;
  return from + (to - from) * eased;
}
