/** Everything that can be wrong with a chair, on demand. */
export const faultNames = [
  'refuses', // rejects every start as busy
  'ignores', // does not react to commands at all
  'acksOnly', // accepts a start and never begins
  'startsLate', // begins after the deadline
  'duplicates', // sends everything twice
  'dropsInTheMiddle', // loses the connection between accepting a start and reporting it
  'powerCut', // loses power at that moment, and reboots
  'wrongClock', // its clock is more than a day slow
] as const;
export type FaultName = (typeof faultNames)[number];

export const isFault = (name: unknown): name is FaultName => faultNames.some((known) => known === name);

/** How long the faults last, in milliseconds. */
export interface FaultTimes {
  late: number;
  dropped: number;
  dark: number;
  /** How slow a wrong clock is. */
  slow: number;
}

export const faultTimes: FaultTimes = { late: 12_000, dropped: 1_500, dark: 1_000, slow: 30 * 3600_000 };
