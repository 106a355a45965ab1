import { randomInt, timingSafeEqual } from 'node:crypto';
import { canonicalAccount } from '@recline/contract/accounts';
import { limits } from '@recline/contract/limits';
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
import type { SendSms } from './sms.ts';

const ticketSeconds = 30;
const resendWaitMs = limits.smsResendSeconds * 1000;

export interface SessionDeps {
  pool: Pool;
  listener: Listener;
  clock: Clock;
  sendSms: SendSms;
}

export interface Token {
  accessToken: string;
  expiresAt: string;
}

export function makeSessions({ pool, listener, clock, sendSms }: SessionDeps) {
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

  const stateOf = ({ created_at: createdAt, last_used_at: lastUsedAt, end_reason: ending }: sql.CallerRow) =>
    rules.sessionState({ createdAt, lastUsedAt }, ending, clock());

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
    const token = await transaction(pool, (db) => openSession(db, found.id, true));
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

  async function openSession(db: Db, accountId: number, exclusive: boolean): Promise<Token> {
    const now = clock();
    if (exclusive) {
      await sql.lockAccount(db, accountId);
      await sql.endSessionsOf(db, accountId, now, 'replaced');
    }
    const accessToken = randomToken();
    await sql.insertSession(db, sha256(accessToken), accountId, exclusive, now);
    return { accessToken, expiresAt: rules.expiryOf({ createdAt: now, lastUsedAt: now }).toISOString() };
  }

  async function sendCode(mobile: string, address: string): Promise<{ resendAfter: number }> {
    const code = String(randomInt(10 ** limits.smsCodeDigits)).padStart(limits.smsCodeDigits, '0');
    await transaction(pool, async (db) => {
      await sql.lockLogin(db, mobile);
      await sql.lockLogin(db, address);
      const now = clock();
      const recent = await sql.recentCodes.one(db, mobile, address, ago(rules.attemptWindowMs));
      const wait = recent.newest ? recent.newest.getTime() + resendWaitMs - now.getTime() : 0;
      if (wait > 0) throw fail('tooMany', { seconds: Math.ceil(wait / 1000) }, { retryAfter: Math.ceil(wait / 1000) });
      if (recent.by_address >= rules.maxCodesPerAddress) throw fail('tooMany', { seconds: 900 }, { retryAfter: 900 });
      const expiresAt = new Date(now.getTime() + rules.codeLifetimeMs);
      await sql.insertCode(db, mobile, sha256(`${mobile}:${code}`), address, now, expiresAt);
    });
    await sendSms(mobile, code);
    return { resendAfter: limits.smsResendSeconds };
  }

  async function loginByCode(mobile: string, code: string): Promise<Token> {
    const tried = await sql.tryCode.maybe(pool, mobile, clock(), rules.maxTriesPerCode);
    if (!tried || !timingSafeEqual(tried.code_hash, sha256(`${mobile}:${code}`))) throw fail('wrongSmsCode');
    return transaction(pool, async (db) => {
      if (!(await sql.useCode.maybe(db, tried.id, clock()))) throw fail('wrongSmsCode');
      const account = await sql.consumerByMobile.one(db, mobile, maskMobile(mobile));
      if (account.disabled || account.role !== 'consumer') throw fail('wrongSmsCode');
      return openSession(db, account.id, false);
    });
  }

  /** Deletes rows that no rule needs any more. */
  async function forgetOld(): Promise<void> {
    await sql.deleteOldSessions(pool, ago(rules.sessionAgeMs + rules.sessionIdleMs));
    await sql.deleteOldAttempts(pool, ago(rules.attemptWindowMs));
    await sql.deleteOldCodes(pool, ago(24 * 3600_000));
    await sql.deleteOldKeys(pool, ago(rules.keyAcceptedMs));
    await sql.deleteOldTickets(pool, ago(0));
  }

  return {
    findCaller,
    lookAgain,
    issueTicket,
    login,
    sendCode,
    loginByCode,
    forgetOld,
    saveUses: uses.flush,
    publicKey: () => currentKey(pool, clock()),
    logout,
    outletsOf: (caller: Caller) => sql.outletsOf(pool, caller.accountId),
  };
}

const callerOf = (row: sql.CallerRow, tokenHash: Buffer): Caller => ({
  accountId: row.account_id,
  role: row.role,
  account: row.account,
  name: row.name,
  permissions: row.permissions,
  outletIds: row.outlet_ids,
  boundOutletId: row.bound_outlet_id,
  tokenHash,
});

export type Sessions = ReturnType<typeof makeSessions>;

/** The name that others see of somebody who signed up by phone: 138****0001. */
export const maskMobile = (mobile: string): string => `${mobile.slice(0, -8)}****${mobile.slice(-4)}`;
