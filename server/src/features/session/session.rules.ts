const minute = 60_000;
const hour = 60 * minute;

export const sessionIdle = 12 * hour;
export const sessionAge = 30 * 24 * hour;
export const attemptWindow = 15 * minute;
export const attemptsAnAccount = 5;
export const attemptsAnAddress = 30;
export const codeLifetime = 5 * minute;
export const triesACode = 5;
export const codesAnAddress = 30;
/** A login key is handed out for a day and understood for one more. */
export const keyHandedOut = 24 * hour;
export const keyUnderstood = 2 * keyHandedOut;

export interface SessionTimes {
  createdAt: Date;
  lastUsedAt: Date;
}

export type Ending = 'logout' | 'replaced' | 'disabled';

export type SessionVerdict = 'live' | 'expired' | 'replaced' | 'gone';

/** What a token is worth now. A session that somebody ended says why, however old it is. */
export function judgeSession(times: SessionTimes, ending: Ending | null, now: Date): SessionVerdict {
  if (ending === 'replaced') return 'replaced';
  if (ending !== null) return 'gone';
  const idle = now.getTime() - times.lastUsedAt.getTime();
  const age = now.getTime() - times.createdAt.getTime();
  return idle > sessionIdle || age > sessionAge ? 'expired' : 'live';
}

/** When a session that is used no more ends. */
export const expiryOf = ({ createdAt, lastUsedAt }: SessionTimes): Date =>
  new Date(Math.min(lastUsedAt.getTime() + sessionIdle, createdAt.getTime() + sessionAge));

export interface AttemptCount {
  count: number;
  /** The oldest attempt inside the window. */
  oldest: Date | null;
}

/** Seconds to wait before another attempt is looked at, or 0. */
export function waitAfter(byAccount: AttemptCount, byAddress: AttemptCount, now: Date): number {
  const wait = ({ count, oldest }: AttemptCount, most: number) =>
    count >= most && oldest ? Math.ceil((oldest.getTime() + attemptWindow - now.getTime()) / 1000) : 0;
  return Math.max(0, wait(byAccount, attemptsAnAccount), wait(byAddress, attemptsAnAddress));
}
