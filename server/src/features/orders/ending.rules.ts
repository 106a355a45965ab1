import type { Ending } from '@recline/contract/values';

/** The recorded reasons that people are told apart; a chair sends its own words for the first three. */
const endingByReason: Record<string, Ending> = {
  time: 'time',
  'time is over': 'time',
  stopped: 'stopped',
  fault: 'fault',
  power: 'fault',
  taken: 'taken',
};

/** Why an order is over, as its guest is told. A reason that is not known is none of these. */
export const endingOf = (reason: string | null): Ending =>
  reason !== null && Object.hasOwn(endingByReason, reason) ? (endingByReason[reason] ?? 'other') : 'other';
