export type ChangeDirection = 'up' | 'down' | 'same';

export interface Change {
  direction: ChangeDirection;
  /** As a share of one, rounded to a thousandth, as it is shown. */
  share: number;
}

/** How a total stands against the one before; null where there was none before to stand against. */
export function changeOf(total: number, previous: number): Change | null {
  if (previous <= 0) return null;
  const share = Math.round(((total - previous) / previous) * 1000) / 1000;
  return { direction: share > 0 ? 'up' : share < 0 ? 'down' : 'same', share: share === 0 ? 0 : share };
}
