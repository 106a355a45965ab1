import { maskMobile } from '@recline/contract/mobile';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, retryDeadlocks, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type RateLimit, requireUses } from '../../platform/rate-limit.ts';
import * as sql from './guests.sql.ts';
import type { Sessions, Token } from './session.service.ts';
import { endSessionsOf, lockLogin } from './session.sql.ts';
import type { SmsCodes } from './sms-codes.ts';

/** Generous: the guests of a mall share one address. */
const guestLimit: RateLimit = { scope: 'guest login', max: 300, windowMs: 15 * 60_000 };

/**
 * Gives what a feature keeps of one account to another, in the transaction of the merge. A function that it returns is
 * called after the commit.
 */
export type MoveAccount = (db: Db, from: number, to: number) => Promise<unknown>;

export interface GuestDeps {
  pool: Pool;
  clock: Clock;
  sessions: Sessions;
  codes: SmsCodes;
  moves: readonly MoveAccount[];
}

interface Login extends Token {
  accountId: number;
}

/** The logins of end users: without a number, and by a code. */
export function makeGuests({ pool, clock, sessions, codes, moves }: GuestDeps) {
  async function login(address: string): Promise<Login> {
    return transaction(pool, async (db) => {
      await requireUses(db, [{ limit: guestLimit, key: address }], clock());
      return open(db, (await sql.insertGuest.one(db, clock())).id);
    });
  }

  const open = async (db: Db, accountId: number): Promise<Login> => ({
    ...(await sessions.openSession(db, accountId, 'consumer')),
    accountId,
  });

  /** `caller` is the guest who gives a number, if it has a session. */
  async function loginByCode(mobile: string, code: string, caller: Caller | null): Promise<Login> {
    const codeId = await codes.check(mobile, code);
    // The guest may be placing an order meanwhile.
    const { login: opened, after } = await retryDeadlocks(() => redeem(mobile, codeId, caller));
    for (const each of after) each();
    sessions.forget(opened.accountId);
    if (caller) sessions.forget(caller.accountId);
    return opened;
  }

  const redeem = (mobile: string, codeId: number, caller: Caller | null) =>
    transaction(pool, async (db) => {
      await lockLogin(db, mobile);
      await codes.use(db, codeId);
      const guest = caller ? await lockGuest(db, caller) : undefined;
      const owner = await sql.lockByMobile.maybe(db, mobile);
      if (owner && (owner.disabled || owner.role !== 'consumer')) throw fail('wrongSmsCode');
      const { accountId, after } = guest
        ? await attach(db, guest, mobile, owner?.id)
        : await plain(db, mobile, owner?.id);
      return { login: await open(db, accountId), after };
    });

  /** The caller's account if it can be given a number: an end user's that has none. One with a number is left as it is. */
  async function lockGuest(db: Db, { accountId, role }: Caller): Promise<number | undefined> {
    if (role !== 'consumer') return undefined;
    const row = await sql.lockById.maybe(db, accountId);
    return row && row.mobile === null && row.merged_into === null && !row.disabled ? row.id : undefined;
  }

  async function plain(db: Db, mobile: string, owner: number | undefined): Promise<Attached> {
    if (owner !== undefined) return { accountId: owner, after: [] };
    const { id } = await sql.insertWithMobile.one(db, mobile, maskMobile(mobile), clock());
    return { accountId: id, after: [] };
  }

  interface Attached {
    accountId: number;
    after: (() => void)[];
  }

  /** Ends every older session of both accounts, so that a token somebody planted in the browser dies here. */
  async function attach(db: Db, guest: number, mobile: string, owner: number | undefined): Promise<Attached> {
    await endSessionsOf(db, guest, clock(), 'logout');
    if (owner === undefined) {
      await sql.setMobile(db, guest, mobile, maskMobile(mobile));
      return { accountId: guest, after: [] };
    }
    await endSessionsOf(db, owner, clock(), 'logout');
    return { accountId: owner, after: await merge(db, guest, owner) };
  }

  async function merge(db: Db, from: number, to: number): Promise<(() => void)[]> {
    await sql.moveWallets(db, from, to);
    await sql.moveConsents(db, from, to);
    await sql.markMerged(db, from, to);
    return moveAll(db, from, to);
  }

  async function moveAll(db: Db, from: number, to: number): Promise<(() => void)[]> {
    const after: unknown[] = [];
    for (const move of moves) after.push(await move(db, from, to));
    return after.filter((each) => typeof each === 'function') as (() => void)[];
  }

  /**
   * A request that was under way during a merge may have written for the old account: an order, an upload. The hourly
   * clean-up moves it as well.
   */
  async function moveStragglers(): Promise<void> {
    for (const { id, merged_into: to } of await sql.mergedWithLeftovers(pool)) {
      const after = await transaction(pool, (db) => moveAll(db, id, to));
      for (const each of after) each();
    }
  }

  return { login, loginByCode, moveStragglers };
}

export type Guests = ReturnType<typeof makeGuests>;
