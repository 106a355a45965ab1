import { maskMobile } from '@recline/contract/mobile';
import type { Clock } from '../../platform/clock.ts';
import { type Db, isDeadlock, type Pool, retry, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type RateLimit, requireUses, usesFrom } from '../../platform/rate-limit.ts';
import { type MoveAccount, mergeAccounts, moveStragglers } from './guest-merge.ts';
import * as sql from './guests.sql.ts';
import { sha256 } from './passwords.ts';
import type { Sessions, Token } from './session.service.ts';
import { endSessionsOf, lockLogin, sessionExists } from './session.sql.ts';
import type { SmsCodes } from './sms-codes.ts';

/** Generous: the guests of a mall share one address. */
export const guestLimit: RateLimit = { scope: 'guest login', max: 2_000, windowMs: 15 * 60_000 };

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
export const makeGuests = (deps: GuestDeps) => ({
  login: (address: string) => login(deps, address),
  loginByToken: (accessToken: string, address: string) => loginByToken(deps, accessToken, address),
  loginByCode: (mobile: string, code: string, caller: Caller | null) => loginByCode(deps, mobile, code, caller),
  moveStragglers: () => moveStragglers(deps.pool, deps.moves),
});

export type Guests = ReturnType<typeof makeGuests>;

const login = (deps: GuestDeps, address: string): Promise<Login> =>
  transaction(deps.pool, async (db) => open(deps, db, await insertGuest(deps, db, address)));

/** The guest of the token that a form's key stands for, created once, however often it is requested. */
async function loginByToken(deps: GuestDeps, accessToken: string, address: string): Promise<Token> {
  const { pool, sessions } = deps;
  const hash = sha256(accessToken);
  await transaction(pool, async (db) => {
    await lockLogin(db, `form ${hash.toString('hex')}`);
    if (await sessionExists.maybe(db, hash)) return;
    await sessions.openSession(db, await insertGuest(deps, db, address), 'consumer', accessToken);
  });
  return sessions.resume(accessToken);
}

async function insertGuest({ clock }: GuestDeps, db: Db, address: string): Promise<number> {
  await requireUses(db, usesFrom(guestLimit, address), clock());
  return (await sql.insertGuest.one(db, clock())).id;
}

const open = async ({ sessions }: GuestDeps, db: Db, accountId: number): Promise<Login> => ({
  ...(await sessions.openSession(db, accountId, 'consumer')),
  accountId,
});

/** `caller` is the guest who gives a number, if it has a session. */
async function loginByCode(deps: GuestDeps, mobile: string, code: string, caller: Caller | null): Promise<Login> {
  const { sessions, codes } = deps;
  const codeId = await codes.check(mobile, code);
  // The guest may be placing an order meanwhile.
  const { login: opened, after } = await retry(isDeadlock, () => redeem(deps, mobile, codeId, caller));
  for (const each of after) each();
  sessions.forget(opened.accountId);
  if (caller) sessions.forget(caller.accountId);
  return opened;
}

const redeem = (deps: GuestDeps, mobile: string, codeId: number, caller: Caller | null) =>
  transaction(deps.pool, async (db) => {
    await lockLogin(db, mobile);
    await deps.codes.use(db, codeId);
    const guest = caller ? await lockGuest(db, caller) : undefined;
    const owner = await sql.lockByMobile.maybe(db, mobile);
    if (owner && (owner.disabled || owner.role !== 'consumer')) throw fail('wrongSmsCode');
    const { accountId, after } = guest
      ? await attach(deps, db, guest, mobile, owner?.id)
      : { accountId: owner?.id ?? (await insertWithMobile(deps, db, mobile)), after: [] };
    return { login: await open(deps, db, accountId), after };
  });

/**
 * The caller's account if it can be given a number: an end user's without one. An account with a number is unchanged.
 */
async function lockGuest(db: Db, { accountId, role }: Caller): Promise<number | undefined> {
  if (role !== 'consumer') return undefined;
  const row = await sql.lockById.maybe(db, accountId);
  return row && row.mobile === null && row.merged_into === null && !row.disabled ? row.id : undefined;
}

const insertWithMobile = async ({ clock }: GuestDeps, db: Db, mobile: string): Promise<number> =>
  (await sql.insertWithMobile.one(db, mobile, maskMobile(mobile), clock())).id;

interface Attached {
  accountId: number;
  /** Actions after the commit. */
  after: (() => void)[];
}

/** Ends every older session of both accounts, so that a token planted in the browser becomes useless. */
async function attach(
  { clock, moves }: GuestDeps,
  db: Db,
  guest: number,
  mobile: string,
  owner: number | undefined,
): Promise<Attached> {
  await endSessionsOf(db, guest, clock(), 'logout');
  if (owner === undefined) {
    await sql.setMobile(db, guest, mobile, maskMobile(mobile));
    return { accountId: guest, after: [] };
  }
  await endSessionsOf(db, owner, clock(), 'logout');
  return { accountId: owner, after: await mergeAccounts(db, moves, guest, owner) };
}
