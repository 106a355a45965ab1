import { limits } from '@recline/contract/limits';
import { networkShares } from '../../platform/http/address.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const codeLifetimeMs = limits.smsCodeMinutes * minute;
export const maxTriesPerCode = 5;

/** Codes for one number. */
export const codeLimits = [
  { max: 1, windowMs: minute },
  { max: 5, windowMs: hour },
  { max: 10, windowMs: day },
] as const;
export const maxCodesPerNumber = 10;
/** Codes requested in a day by one address, which is a /64 in IPv6. */
export const maxCodesPerAddress = 200;
/** Maximum for the address, its /56 and its /48. */
export const maxCodesPerNetwork = networkShares.map((share) => maxCodesPerAddress * share);
export const codeWindowMs = day;
/** By the hourly budget. */
export const hourMs = hour;

/** Wrong codes for one number in an hour. A guess is dated by its code, which lives for five minutes. */
export const maxWrongCodes = 10;
export const wrongCodeWindowMs = hour + codeLifetimeMs;

/** What has been sent lately. */
export interface SentCodes {
  /** The number's newest codes, newest first. */
  times: readonly Date[];
  /** For each network of the caller: the time of the code that lies as many codes back as its limit. */
  networkTimes: readonly (Date | null)[];
}

export interface Wait {
  seconds: number;
  limit: 'number' | 'address' | 'country' | 'hour' | 'total';
}

/** How long nothing may be sent, and by which limit; null if it may be sent now. */
export function waitBeforeCode({ times, networkTimes }: SentCodes, now: Date): Wait | null {
  const until = (at: Date | null | undefined, windowMs: number) =>
    at ? Math.ceil((at.getTime() + windowMs - now.getTime()) / second) : 0;
  const waits: Wait[] = [
    ...codeLimits.map(({ max, windowMs }) => ({ seconds: until(times[max - 1], windowMs), limit: 'number' as const })),
    ...networkTimes.map((at) => ({ seconds: until(at, codeWindowMs), limit: 'address' as const })),
  ];
  const longest = waits.reduce((a, b) => (b.seconds > a.seconds ? b : a));
  return longest.seconds > 0 ? longest : null;
}

/** Seconds until another code may be tried, or 0. `oldest`: the oldest code that counts. */
export function waitAfterWrongCodes({ count, oldest }: { count: number; oldest: Date | null }, now: Date): number {
  if (count < maxWrongCodes || !oldest) return 0;
  return Math.max(1, Math.ceil((oldest.getTime() + wrongCodeWindowMs - now.getTime()) / second));
}
