const minute = 60_000;
const hour = 60 * minute;

export const sessionIdleMs = 12 * hour;
export const sessionAgeMs = 30 * 24 * hour;
export const attemptWindowMs = 15 * minute;
export const maxAttemptsPerAccount = 5;
export const maxAttemptsPerAddress = 30;
export const codeLifetimeMs = 5 * minute;
export const maxTriesPerCode = 5;
export const maxCodesPerAddress = 30;
/** A login key is issued for a day and accepted for one more. */
export const keyIssuedMs = 24 * hour;
export const keyAcceptedMs = 2 * keyIssuedMs;

export interface SessionTimes {
  createdAt: Date;
  lastUsedAt: Date;
}

export type Ending = 'logout' | 'replaced' | 'disabled';

export type SessionState = 'live' | 'expired' | 'replaced' | 'gone';

/** The state of a session. One that was ended keeps its reason, however old it is. */
export function sessionState(times: SessionTimes, ending: Ending | null, now: Date): SessionState {
  if (ending === 'replaced') return 'replaced';
  if (ending !== null) return 'gone';
  const idle = now.getTime() - times.lastUsedAt.getTime();
  const age = now.getTime() - times.createdAt.getTime();
  return idle > sessionIdleMs || age > sessionAgeMs ? 'expired' : 'live';
}

/** When a session expires if it is not used again. */
export const expiryOf = ({ createdAt, lastUsedAt }: SessionTimes): Date =>
  new Date(Math.min(lastUsedAt.getTime() + sessionIdleMs, createdAt.getTime() + sessionAgeMs));

export interface AttemptCount {
  count: number;
  /** The oldest attempt inside the window. */
  oldest: Date | null;
}

/** Seconds until another attempt is accepted, or 0. */
export function retryAfterSeconds(byAccount: AttemptCount, byAddress: AttemptCount, now: Date): number {
  const wait = ({ count, oldest }: AttemptCount, most: number) =>
    count >= most && oldest ? Math.ceil((oldest.getTime() + attemptWindowMs - now.getTime()) / 1000) : 0;
  return Math.max(0, wait(byAccount, maxAttemptsPerAccount), wait(byAddress, maxAttemptsPerAddress));
}
