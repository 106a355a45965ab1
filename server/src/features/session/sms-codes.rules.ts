import { limits } from '@recline/contract/limits';

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
/** Codes asked for by one address, and by everybody, in a day. */
export const maxCodesPerAddress = 200;
export const codeWindowMs = day;

/** Wrong codes for one number in an hour. A guess is dated by its code, which lives for five minutes. */
export const maxWrongCodes = 10;
export const wrongCodeWindowMs = hour + codeLifetimeMs;

/** What has been sent lately. */
export interface SentCodes {
  /** The number's newest codes, newest first. */
  times: readonly Date[];
  /** When the address asked for the code that is as many codes ago as its limit. */
  addressAt: Date | null;
  /** The same for all numbers together. */
  totalAt: Date | null;
}

export interface Wait {
  seconds: number;
  limit: 'number' | 'address' | 'total';
}

/** How long nothing may be sent, and by which limit; null: it may be sent now. */
export function waitBeforeCode({ times, addressAt, totalAt }: SentCodes, now: Date): Wait | null {
  const until = (at: Date | null | undefined, windowMs: number) =>
    at ? Math.ceil((at.getTime() + windowMs - now.getTime()) / second) : 0;
  const waits: Wait[] = [
    ...codeLimits.map(({ max, windowMs }) => ({ seconds: until(times[max - 1], windowMs), limit: 'number' as const })),
    { seconds: until(addressAt, codeWindowMs), limit: 'address' },
    { seconds: until(totalAt, codeWindowMs), limit: 'total' },
  ];
  const longest = waits.reduce((a, b) => (b.seconds > a.seconds ? b : a));
  return longest.seconds > 0 ? longest : null;
}

/** A fifth of the installation's codes is kept for numbers that have an account. */
export const totalLimit = (dailyLimit: number, hasAccount: boolean): number =>
  hasAccount ? dailyLimit : dailyLimit - Math.ceil(dailyLimit / 5);

/** Seconds until another code may be tried, or 0. `oldest`: the oldest code that counts. */
export function waitAfterWrongCodes({ count, oldest }: { count: number; oldest: Date | null }, now: Date): number {
  if (count < maxWrongCodes || !oldest) return 0;
  return Math.max(1, Math.ceil((oldest.getTime() + wrongCodeWindowMs - now.getTime()) / second));
}
