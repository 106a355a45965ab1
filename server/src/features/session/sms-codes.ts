import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Language } from '@recline/contract/languages';
import { limits } from '@recline/contract/limits';
import type { Mobile } from '@recline/contract/mobile';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { networksOf } from '../../platform/http/address.ts';
import { countUses, type RateLimit, usesFrom, waitForUses } from '../../platform/rate-limit.ts';
import type { SendSms } from '../sms/index.ts';
import { sha256 } from './passwords.ts';
import { lockLogin } from './session.sql.ts';
import type { SmsBudget } from './sms-budget.ts';
import * as rules from './sms-codes.rules.ts';
import * as sql from './sms-codes.sql.ts';

interface CodeDeps {
  pool: Pool;
  clock: Clock;
  sendSms: SendSms;
  budget: SmsBudget;
}

const hourMs = 3600_000;
/** Limits codes that no provider accepted, because each causes calls to them. */
export const notSent: RateLimit = { scope: 'codes not sent', max: 60, windowMs: hourMs };

/** Login codes by SMS. Mobile numbers are in their canonical form. */
export function makeSmsCodes({ pool, clock, sendSms, budget }: CodeDeps) {
  const ago = (milliseconds: number) => new Date(clock().getTime() - milliseconds);
  const hashOf = (mobile: string, code: string) => sha256(`${mobile}:${code}`);

  async function send(mobile: Mobile, address: string, language: Language): Promise<{ resendAfter: number }> {
    const code = String(randomInt(10 ** limits.smsCodeDigits)).padStart(limits.smsCodeDigits, '0');
    const id = await store(mobile, code, address);
    const outcome = await sendSms({ mobile: mobile.e164, code, language });
    if (outcome === 'not sent') {
      await sql.deleteCode(pool, id); // a code that was not sent does not count
      await countUses(pool, usesFrom(notSent, address), clock());
      throw fail('unavailable');
    }
    return { resendAfter: limits.smsResendSeconds };
  }

  /** Counts the code before it is sent. The locks make parallel requests count one by one. */
  async function store({ e164, country }: Mobile, code: string, address: string): Promise<number> {
    const networks = networksOf(address);
    const stored = await transaction(pool, async (db) => {
      for (const key of [e164, 'sms codes']) await lockLogin(db, key);
      const seconds = await waitForUses(db, usesFrom(notSent, address), clock());
      if (seconds > 0) return { seconds, limit: 'address' } satisfies rules.Wait;
      const wait = (await waitForCaller(db, e164, networks)) ?? (await budget.waitFor(db, { e164, country }));
      if (wait) return wait;
      const expiresAt = new Date(clock().getTime() + rules.codeLifetimeMs);
      return sql.insertCode.one(db, e164, hashOf(e164, code), address, clock(), expiresAt, country, networks);
    });
    if ('id' in stored) return stored.id;
    budget.countRefusal(stored);
    throw fail('tooMany', { seconds: stored.seconds }, { retryAfter: stored.seconds });
  }

  async function waitForCaller(db: Db, mobile: string, networks: string[]): Promise<rules.Wait | null> {
    const { codeWindowMs, maxCodesPerNumber } = rules;
    const perNetwork = rules.maxCodesPerNetwork.slice(0, networks.length);
    const sent = await sql.sentCodes.one(db, mobile, ago(codeWindowMs), maxCodesPerNumber, networks, perNetwork);
    return rules.waitBeforeCode({ times: sent.times, networkTimes: sent.network_times }, clock());
  }

  /** Checks a code and returns its id. A wrong one is counted, even when many arrive in parallel. */
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
