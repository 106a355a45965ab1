import { randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '@recline/contract/limits';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { currentKey, decryptPassword, passwordFits, randomToken, sha256 } from './passwords.ts';
import * as rules from './session.rules.ts';
import * as sql from './session.sql.ts';
import type { SendSms } from './sms.ts';

const touchEvery = 60_000;
const ticketSeconds = 30;
const resendWait = limits.smsResendSeconds * 1000;

export interface SessionDeps {
  pool: Pool;
  clock: Clock;
  sendSms: SendSms;
}

export interface Token {
  accessToken: string;
  expiresAt: string;
}

export function makeSessions({ pool, clock, sendSms }: SessionDeps) {
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds);

  async function findCaller(kind: 'token' | 'ticket', value: string): Promise<Caller> {
    const tokenHash = kind === 'ticket' ? await redeemTicket(value) : sha256(value);
    const { caller, lastUsedAt } = await callerOf(tokenHash);
    const now = clock();
    if (now.getTime() - lastUsedAt.getTime() > touchEvery) await sql.touchSession(pool, tokenHash, now);
    return caller;
  }

  async function callerOf(tokenHash: Buffer): Promise<{ caller: Caller; lastUsedAt: Date }> {
    const row = await sql.callerByToken.maybe(pool, tokenHash);
    if (!row) throw fail('noSession');
    const { account_id: accountId, role, account, name, permissions, outlet_ids: outletIds } = row;
    const session = { createdAt: row.created_at, lastUsedAt: row.last_used_at };
    const verdict = rules.judgeSession(session, row.end_reason, clock());
    if (verdict === 'replaced') throw fail('loggedInElsewhere');
    if (verdict === 'expired') throw fail('sessionExpired');
    if (verdict === 'gone') throw fail('noSession');
    const boundOutletId = row.bound_outlet_id;
    const caller = { accountId, role, account, name, permissions, outletIds, boundOutletId, tokenHash };
    return { caller, lastUsedAt: row.last_used_at };
  }

  /** The same caller as things stand now; looking does not count as use of the session. */
  const lookAgain = async ({ tokenHash }: Caller): Promise<Caller> => (await callerOf(tokenHash)).caller;

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
    const attemptId = account.toLowerCase();
    await countAttempt(attemptId, address);
    const found = await sql.accountByLogin.maybe(pool, account);
    const fits = await passwordFits(password, found?.password_hash);
    if (!found || !fits || found.disabled) throw fail('wrongPassword');
    await sql.clearAttempts(pool, attemptId);
    if (found.role !== 'manager') throw fail('notAManager');
    return transaction(pool, (db) => openSession(db, found.id, true));
  }

  /** An attempt is written down before it is looked at: those sent together cannot slip past the limit. */
  async function countAttempt(account: string, address: string): Promise<void> {
    const wait = await transaction(pool, async (db) => {
      await sql.queueForAccount(db, account);
      const recent = await sql.recentAttempts.one(db, account, address, ago(rules.attemptWindow));
      const seconds = rules.waitAfter(
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
      await sql.queueForAccount(db, mobile);
      const now = clock();
      const recent = await sql.recentCodes.one(db, mobile, address, ago(rules.attemptWindow));
      const wait = recent.newest ? recent.newest.getTime() + resendWait - now.getTime() : 0;
      if (wait > 0) throw fail('tooMany', { seconds: Math.ceil(wait / 1000) }, { retryAfter: Math.ceil(wait / 1000) });
      if (recent.by_address >= rules.codesAnAddress) throw fail('tooMany', { seconds: 900 }, { retryAfter: 900 });
      const expiresAt = new Date(now.getTime() + rules.codeLifetime);
      await sql.insertCode(db, mobile, sha256(`${mobile}:${code}`), address, now, expiresAt);
    });
    await sendSms(mobile, code);
    return { resendAfter: limits.smsResendSeconds };
  }

  async function loginByCode(mobile: string, code: string): Promise<Token> {
    const tried = await sql.tryCode.maybe(pool, mobile, clock(), rules.triesACode);
    if (!tried || !timingSafeEqual(tried.code_hash, sha256(`${mobile}:${code}`))) throw fail('wrongSmsCode');
    return transaction(pool, async (db) => {
      if (!(await sql.useCode.maybe(db, tried.id, clock()))) throw fail('wrongSmsCode');
      const account = await sql.consumerByMobile.one(db, mobile, maskMobile(mobile));
      if (account.disabled || account.role !== 'consumer') throw fail('wrongSmsCode');
      return openSession(db, account.id, false);
    });
  }

  /** Deletes what no rule needs any more. */
  async function forgetOld(): Promise<void> {
    await sql.forgetSessions(pool, ago(rules.sessionAge + rules.sessionIdle));
    await sql.forgetAttempts(pool, ago(rules.attemptWindow));
    await sql.forgetCodes(pool, ago(24 * 3600_000));
    await sql.forgetKeys(pool, ago(rules.keyUnderstood));
    await sql.forgetTickets(pool, ago(0));
  }

  return {
    findCaller,
    lookAgain,
    issueTicket,
    login,
    sendCode,
    loginByCode,
    forgetOld,
    publicKey: () => currentKey(pool, clock()),
    logout: (caller: Caller) => sql.endSession(pool, caller.tokenHash, clock(), 'logout'),
    outletsOf: (caller: Caller) => sql.outletsOf(pool, caller.accountId),
  };
}

export type Sessions = ReturnType<typeof makeSessions>;

/** What others see of somebody who signed up by phone: 138****0001. */
export const maskMobile = (mobile: string): string => `${mobile.slice(0, -8)}****${mobile.slice(-4)}`;
