import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Language } from '@recline/contract/languages';
import { limits } from '@recline/contract/limits';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { SendSms } from '../sms/index.ts';
import { sha256 } from './passwords.ts';
import { lockLogin } from './session.sql.ts';
import * as rules from './sms-codes.rules.ts';
import * as sql from './sms-codes.sql.ts';

interface CodeDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'smsRefused'>;
  sendSms: SendSms;
  /** Codes a day for the whole installation. */
  dailyLimit: number;
}

/** Login codes by SMS. Mobile numbers are in their canonical form. */
export function makeSmsCodes({ pool, clock, log, metrics, sendSms, dailyLimit }: CodeDeps) {
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds);
  const hashOf = (mobile: string, code: string) => sha256(`${mobile}:${code}`);

  async function send(mobile: string, address: string, language: Language): Promise<{ resendAfter: number }> {
    const code = String(randomInt(10 ** limits.smsCodeDigits)).padStart(limits.smsCodeDigits, '0');
    const id = await store(mobile, code, address);
    const outcome = await sendSms({ mobile, code, language });
    if (outcome === 'not sent') {
      await sql.deleteCode(pool, id); // a code that cost nothing does not count
      throw fail('unavailable');
    }
    return { resendAfter: limits.smsResendSeconds };
  }

  /** Counts the code before it is sent. The locks make requests that come together count one by one. */
  async function store(mobile: string, code: string, address: string): Promise<number> {
    const stored = await transaction(pool, async (db) => {
      for (const key of [mobile, address, 'sms codes']) await lockLogin(db, key);
      const wait = await waitFor(db, mobile, address);
      if (wait) return wait;
      const expiresAt = new Date(clock().getTime() + rules.codeLifetimeMs);
      return sql.insertCode.one(db, mobile, hashOf(mobile, code), address, clock(), expiresAt);
    });
    if ('id' in stored) return stored.id;
    throw refused(stored);
  }

  async function waitFor(db: Db, mobile: string, address: string): Promise<rules.Wait | null> {
    const known = await sql.hasAccount.maybe(db, mobile);
    const total = rules.totalLimit(dailyLimit, known !== undefined);
    if (total === 0) return { seconds: rules.codeWindowMs / 1000, limit: 'total' };
    const since = ago(rules.codeWindowMs);
    const { maxCodesPerNumber, maxCodesPerAddress } = rules;
    const sent = await sql.sentCodes.one(db, mobile, address, since, maxCodesPerNumber, maxCodesPerAddress, total);
    return rules.waitBeforeCode({ times: sent.times, addressAt: sent.address_at, totalAt: sent.total_at }, clock());
  }

  function refused({ seconds, limit }: rules.Wait) {
    metrics.smsRefused.inc({ limit });
    if (limit === 'total') log.error({ dailyLimit }, 'the daily limit of SMS codes is reached (SMS_DAILY_LIMIT)');
    return fail('tooMany', { seconds }, { retryAfter: seconds });
  }

  /** Checks a code and returns its id. A wrong one is counted, also when many come together. */
  async function check(mobile: string, code: string): Promise<number> {
    const { wait, tried } = await transaction(pool, async (db) => {
      await lockLogin(db, mobile);
      const wrong = await sql.wrongCodes.one(db, mobile, ago(rules.wrongCodeWindowMs));
      const seconds = rules.waitAfterWrongCodes(wrong, clock());
      if (seconds > 0) return { wait: seconds, tried: undefined };
      return { wait: 0, tried: await sql.tryCode.maybe(db, mobile, clock(), rules.maxTriesPerCode) };
    });
    if (wait > 0) throw fail('tooManyAttempts', { seconds: wait }, { retryAfter: wait });
    if (!tried || !timingSafeEqual(tried.code_hash, hashOf(mobile, code))) throw fail('wrongSmsCode');
    return tried.id;
  }

  /** Uses a code up. `db` must be the transaction of the login itself. */
  async function use(db: Db, id: number): Promise<void> {
    if (!(await sql.useCode.maybe(db, id, clock()))) throw fail('wrongSmsCode');
  }

  return { send, check, use, forgetOld: () => sql.deleteOldCodes(pool, ago(rules.codeWindowMs)) };
}

export type SmsCodes = ReturnType<typeof makeSmsCodes>;
