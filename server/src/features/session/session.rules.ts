const minute = 60_000;
const hour = 60 * minute;

const day = 24 * hour;

/** How long a session lives unused, and in total. */
export const sessionLimits = {
  manager: { idleMs: 12 * hour, ageMs: 30 * day },
  consumer: { idleMs: 180 * day, ageMs: Number.POSITIVE_INFINITY },
} as const;
export const attemptWindowMs = 15 * minute;
export const maxAttemptsPerAccount = 5;
export const maxAttemptsPerAddress = 30;
/** Maximum number of unused tickets for streams. */
export const maxTicketsPerAccount = 20;
/** A login key is issued for a day and accepted for one more. */
export const keyIssuedMs = 24 * hour;
export const keyAcceptedMs = 2 * keyIssuedMs;

export interface SessionFacts {
  role: keyof typeof sessionLimits;
  createdAt: Date;
  lastUsedAt: Date;
}

export type Ending = 'logout' | 'replaced' | 'disabled';

export type SessionState = 'live' | 'expired' | 'replaced' | 'gone';

/** The state of a session. An ended one keeps its reason, whatever its age. */
export function sessionState(session: SessionFacts, ending: Ending | null, now: Date): SessionState {
  if (ending === 'replaced') return 'replaced';
  if (ending !== null) return 'gone';
  return now > expiryOf(session) ? 'expired' : 'live';
}

/** When a session expires if it is not used again. */
export function expiryOf({ role, createdAt, lastUsedAt }: SessionFacts): Date {
  const { idleMs, ageMs } = sessionLimits[role];
  return new Date(Math.min(lastUsedAt.getTime() + idleMs, createdAt.getTime() + ageMs));
}

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
