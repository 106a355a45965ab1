import { canonicalAccount } from '@recline/contract/accounts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Listener } from '../../platform/notify.ts';
import { makeCallers } from './callers.ts';
import { currentKey, decryptPassword, passwordFits, randomToken, sha256 } from './passwords.ts';
import * as rules from './session.rules.ts';
import * as sql from './session.sql.ts';
import { makeSessionUses } from './session-uses.ts';

const ticketSeconds = 30;

export interface SessionDeps {
  pool: Pool;
  listener: Listener;
  clock: Clock;
}

export interface Token {
  accessToken: string;
  expiresAt: string;
}

export function makeSessions({ pool, listener, clock }: SessionDeps) {
  const callers = makeCallers({ pool, listener });
  const uses = makeSessionUses(pool);
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds);

  async function findCaller(kind: 'token' | 'ticket', value: string): Promise<Caller> {
    const tokenHash = kind === 'ticket' ? await redeemTicket(value) : sha256(value);
    const row = await requireLiveSession(tokenHash);
    uses.note(row, tokenHash, clock());
    return callerOf(row, tokenHash);
  }

  /** A cached session that seems expired may have been used on another server, so it is read again. */
  async function requireLiveSession(tokenHash: Buffer): Promise<sql.CallerRow> {
    const known = callers.cached(tokenHash);
    if (known && stateOf(known) === 'live') return known;
    const row = await callers.load(tokenHash);
    const state = row ? stateOf(row) : 'gone';
    if (state === 'replaced') throw fail('loggedInElsewhere');
    if (state === 'expired') throw fail('sessionExpired');
    if (!row || state === 'gone') throw fail('noSession');
    return row;
  }

  const stateOf = ({ role, created_at: createdAt, last_used_at: lastUsedAt, end_reason: ending }: sql.CallerRow) =>
    rules.sessionState({ role, createdAt, lastUsedAt }, ending, clock());

  /** The same caller with its present rights. Does not count as use of the session. */
  const lookAgain = async ({ tokenHash }: Caller): Promise<Caller> =>
    callerOf(await requireLiveSession(tokenHash), tokenHash);

  async function redeemTicket(ticket: string): Promise<Buffer> {
    const row = await sql.takeTicket.maybe(pool, sha256(ticket));
    if (!row || row.expires_at < clock()) throw fail('noSession');
    return row.token_hash;
  }

  async function issueTicket(caller: Caller): Promise<{ ticket: string; expiresIn: number }> {
    const ticket = randomToken();
    const expiresAt = new Date(clock().getTime() + ticketSeconds * 1000);
    await sql.insertTicket(pool, sha256(ticket), caller.accountId, caller.tokenHash, expiresAt);
    return { ticket, expiresIn: ticketSeconds };
  }

  async function login(account: string, keyId: string, ciphertext: string, address: string): Promise<Token> {
    const password = await decryptPassword(pool, keyId, ciphertext, clock());
    const canonical = canonicalAccount(account);
    const attemptId = canonical ?? sha256(account).toString('hex');
    await countAttempt(attemptId, address);
    const found = await sql.accountByLogin.maybe(pool, canonical);
    const fits = await passwordFits(password, found?.password_hash);
    if (!found || !fits || found.disabled) throw fail('wrongPassword');
    await sql.clearAttempts(pool, attemptId);
    if (found.role !== 'manager') throw fail('notAManager');
    const token = await transaction(pool, (db) => openSession(db, found.id, 'manager'));
    callers.invalidate(found.id); // other servers are notified by a trigger
    return token;
  }

  async function logout({ accountId, tokenHash }: Caller): Promise<void> {
    await sql.endSession(pool, tokenHash, clock(), 'logout');
    callers.invalidate(accountId);
  }

  /** Counts an attempt before its password is checked, so that parallel attempts cannot exceed the limit. */
  async function countAttempt(account: string, address: string): Promise<void> {
    const wait = await transaction(pool, async (db) => {
      await sql.lockLogin(db, account);
      await sql.lockLogin(db, address);
      const recent = await sql.recentAttempts.one(db, account, address, ago(rules.attemptWindowMs));
      const seconds = rules.retryAfterSeconds(
        { count: recent.account_count, oldest: recent.account_oldest },
        { count: recent.address_count, oldest: recent.address_oldest },
        clock(),
      );
      if (seconds === 0) await sql.recordAttempt(db, account, address, clock());
      return seconds;
    });
    if (wait > 0) throw fail('tooManyAttempts', { seconds: wait }, { retryAfter: wait });
  }

  /** A manager has one session: a new one ends the older. */
  async function openSession(db: Db, accountId: number, role: 'manager' | 'consumer'): Promise<Token> {
    const now = clock();
    if (role === 'manager') {
      await sql.lockAccount(db, accountId);
      await sql.endSessionsOf(db, accountId, now, 'replaced');
    }
    const accessToken = randomToken();
    await sql.insertSession(db, sha256(accessToken), accountId, role === 'manager', now);
    return { accessToken, expiresAt: rules.expiryOf({ role, createdAt: now, lastUsedAt: now }).toISOString() };
  }

  /** Deletes rows that no rule needs any more. An expired session is kept for a while, to be answered as expired. */
  async function forgetOld(): Promise<void> {
    const { manager, consumer } = rules.sessionLimits;
    await sql.deleteOldSessions(pool, true, ago(manager.ageMs + manager.idleMs));
    await sql.deleteOldSessions(pool, false, ago(2 * consumer.idleMs));
    await sql.deleteOldAttempts(pool, ago(rules.attemptWindowMs));
    await sql.deleteOldKeys(pool, ago(rules.keyAcceptedMs));
    await sql.deleteOldTickets(pool, ago(0));
  }

  return {
    findCaller,
    lookAgain,
    issueTicket,
    login,
    openSession,
    forgetOld,
    saveUses: uses.flush,
    publicKey: () => currentKey(pool, clock()),
    logout,
    /** Drops what this server remembers of an account; other servers are notified by a trigger. */
    forget: (accountId: number) => callers.invalidate(accountId),
    outletsOf: (caller: Caller) => sql.outletsOf(pool, caller.accountId),
  };
}

const callerOf = (row: sql.CallerRow, tokenHash: Buffer): Caller => ({
  accountId: row.account_id,
  role: row.role,
  account: row.account,
  mobile: row.mobile,
  name: row.name,
  permissions: row.permissions,
  outletIds: row.outlet_ids,
  boundOutletId: row.bound_outlet_id,
  tokenHash,
});

export type Sessions = ReturnType<typeof makeSessions>;
