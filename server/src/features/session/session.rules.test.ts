import { describe, expect, it } from 'vitest';
import {
  expiryOf,
  maxAttemptsPerAccount,
  maxAttemptsPerAddress,
  retryAfterSeconds,
  sessionState,
} from './session.rules.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

describe('a session', () => {
  it.each([
    ['is live when used just now', 1, 0, null, 'live'],
    ['is live at the twelfth unused hour', 100, 12, null, 'live'],
    ['expires past twelve unused hours', 100, 12.01, null, 'expired'],
    ['is live on its thirtieth day', 720, 0, null, 'live'],
    ['expires past thirty days however much it is used', 720.01, 0, null, 'expired'],
    ['says that a newer login replaced it, even when old', 800, 100, 'replaced', 'replaced'],
    ['is gone after logout', 1, 0, 'logout', 'gone'],
    ['is gone when the account was disabled', 1, 0, 'disabled', 'gone'],
  ] as const)('%s', (_title, ageHours, idleHours, ending, verdict) => {
    const session = { role: 'manager', createdAt: before(ageHours), lastUsedAt: before(idleHours) } as const;
    expect(sessionState(session, ending, now)).toBe(verdict);
  });

  it('ends after twelve unused hours, and at most thirty days after its start', () => {
    expect(expiryOf({ role: 'manager', createdAt: now, lastUsedAt: now })).toEqual(before(-12));
    expect(expiryOf({ role: 'manager', createdAt: before(719), lastUsedAt: now })).toEqual(before(-1));
  });

  it.each([
    ['is live on its 180th unused day', 180 * 24, 'live'],
    ['expires past 180 unused days', 180 * 24 + 0.01, 'expired'],
  ] as const)('of an end user %s', (_title, idleHours, verdict) => {
    const session = { role: 'consumer', createdAt: before(10_000), lastUsedAt: before(idleHours) } as const;
    expect(sessionState(session, null, now)).toBe(verdict);
  });
});

describe('the wait after wrong passwords', () => {
  const none = { count: 0, oldest: null };
  it.each([
    ['none before the fifth for an account', { count: maxAttemptsPerAccount - 1, oldest: before(0.1) }, none, 0],
    ['until the oldest of five leaves the window', { count: maxAttemptsPerAccount, oldest: before(0.1) }, none, 540],
    ['none before the thirtieth from an address', none, { count: maxAttemptsPerAddress - 1, oldest: before(0.1) }, 0],
    ['until the oldest of thirty leaves it', none, { count: maxAttemptsPerAddress, oldest: before(0.2) }, 180],
    ['the longer of the two', { count: 9, oldest: before(0.1) }, { count: 40, oldest: before(0.2) }, 540],
  ])('%s', (_title, byAccount, byAddress, seconds) => {
    expect(retryAfterSeconds(byAccount, byAddress, now)).toBe(seconds);
  });
});
