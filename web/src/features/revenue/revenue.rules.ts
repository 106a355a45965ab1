export type ChangeDirection = 'up' | 'down' | 'same';

export interface Change {
  direction: ChangeDirection;
  /** A fraction, rounded to a thousandth, as it is shown. */
  share: number;
}

/** The change against the previous total; null where there was none. */
export function changeOf(total: number, previous: number): Change | null {
  if (previous <= 0) return null;
  const share = Math.round(((total - previous) / previous) * 1000) / 1000;
  return { direction: share > 0 ? 'up' : share < 0 ? 'down' : 'same', share: share === 0 ? 0 : share };
}
