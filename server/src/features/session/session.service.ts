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

/** With the state that the service keeps between calls. */
interface ServiceDeps extends SessionDeps {
  callers: ReturnType<typeof makeCallers>;
  uses: ReturnType<typeof makeSessionUses>;
}

const ago = ({ clock }: ServiceDeps, milliseconds: number) => new Date(clock().getTime() - milliseconds);

// Callers -----------------------------------------------------------------------------------

async function findCaller(deps: ServiceDeps, kind: 'token' | 'ticket', value: string): Promise<Caller> {
  const tokenHash = kind === 'ticket' ? await redeemTicket(deps, value) : sha256(value);
  const row = await requireLiveSession(deps, tokenHash);
  deps.uses.note(row, tokenHash, deps.clock());
  return callerOf(row, tokenHash);
}

/** A cached session that seems expired may have been used on another server, so it is read again. */
async function requireLiveSession({ callers, clock }: ServiceDeps, tokenHash: Buffer): Promise<sql.CallerRow> {
  const known = callers.cached(tokenHash);
  if (known && stateOf(known, clock()) === 'live') return known;
  const row = await callers.load(tokenHash);
  const state = row ? stateOf(row, clock()) : 'gone';
  if (state === 'replaced') throw fail('loggedInElsewhere');
  if (state === 'expired') throw fail('sessionExpired');
  if (!row || state === 'gone') throw fail('noSession');
  return row;
}

const stateOf = (row: sql.CallerRow, now: Date) =>
  rules.sessionState({ role: row.role, createdAt: row.created_at, lastUsedAt: row.last_used_at }, row.end_reason, now);

/** The live session of a token that a browser kept; throws the error to return if there is none. */
async function resume(deps: ServiceDeps, accessToken: string): Promise<Token> {
  const tokenHash = sha256(accessToken);
  const { role, created_at: createdAt, ...row } = await requireLiveSession(deps, tokenHash);
  const lastUsedAt = deps.clock();
  deps.uses.note({ role, created_at: createdAt, ...row }, tokenHash, lastUsedAt);
  return { accessToken, expiresAt: rules.expiryOf({ role, createdAt, lastUsedAt }).toISOString() };
}

/** The same caller with current permissions. Does not count as use of the session. */
const lookAgain = async (deps: ServiceDeps, { tokenHash }: Caller): Promise<Caller> =>
  callerOf(await requireLiveSession(deps, tokenHash), tokenHash);

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

async function redeemTicket({ pool, clock }: ServiceDeps, ticket: string): Promise<Buffer> {
  const row = await sql.takeTicket.maybe(pool, sha256(ticket));
  if (!row || row.expires_at < clock()) throw fail('noSession');
  return row.token_hash;
}

async function issueTicket(
  { pool, clock }: ServiceDeps,
  { accountId, tokenHash }: Caller,
): Promise<{ ticket: string; expiresIn: number }> {
  const ticket = randomToken();
  const expiresAt = new Date(clock().getTime() + ticketSeconds * 1000);
  await sql.insertTicket(pool, sha256(ticket), accountId, tokenHash, expiresAt, rules.maxTicketsPerAccount);
  return { ticket, expiresIn: ticketSeconds };
}

// Login -------------------------------------------------------------------------------------

async function login(
  deps: ServiceDeps,
  account: string,
  keyId: string,
  ciphertext: string,
  address: string,
): Promise<Token> {
  const { pool, clock, callers } = deps;
  const password = await decryptPassword(pool, keyId, ciphertext, clock());
  const canonical = canonicalAccount(account);
  const attemptId = canonical ?? sha256(account).toString('hex');
  await countAttempt(deps, attemptId, address);
  const found = await sql.accountByLogin.maybe(pool, canonical);
  const fits = await passwordFits(password, found?.password_hash);
  if (!found || !fits || found.disabled) throw fail('wrongPassword');
  await sql.clearAttempts(pool, attemptId);
  if (found.role !== 'manager') throw fail('notAManager');
  const token = await transaction(pool, (db) => openSession(db, deps, found.id, 'manager'));
  callers.invalidate(found.id); // other servers are notified by a trigger
  return token;
}

/** Counts an attempt before its password is checked, so that parallel attempts cannot exceed the limit. */
async function countAttempt(deps: ServiceDeps, account: string, address: string): Promise<void> {
  const wait = await transaction(deps.pool, async (db) => {
    await sql.lockLogin(db, account);
    await sql.lockLogin(db, address);
    const recent = await sql.recentAttempts.one(db, account, address, ago(deps, rules.attemptWindowMs));
    const seconds = rules.retryAfterSeconds(
      { count: recent.account_count, oldest: recent.account_oldest },
      { count: recent.address_count, oldest: recent.address_oldest },
      deps.clock(),
    );
    if (seconds === 0) await sql.recordAttempt(db, account, address, deps.clock());
    return seconds;
  });
  if (wait > 0) throw fail('tooManyAttempts', { seconds: wait }, { retryAfter: wait });
}

type Role = 'manager' | 'consumer';

/** A manager has one session: a new one ends the older. */
async function openSession(
  db: Db,
  { clock }: ServiceDeps,
  accountId: number,
  role: Role,
  accessToken = randomToken(),
): Promise<Token> {
  const now = clock();
  if (role === 'manager') {
    await sql.lockAccount(db, accountId);
    await sql.endSessionsOf(db, accountId, now, 'replaced');
  }
  await sql.insertSession(db, sha256(accessToken), accountId, role === 'manager', now);
  return { accessToken, expiresAt: rules.expiryOf({ role, createdAt: now, lastUsedAt: now }).toISOString() };
}

async function logout({ pool, clock, callers }: ServiceDeps, { accountId, tokenHash }: Caller): Promise<void> {
  await sql.endSession(pool, tokenHash, clock(), 'logout');
  callers.invalidate(accountId);
}

/** Deletes rows that no rule needs any more. An expired session is kept for a while, to be answered as expired. */
async function forgetOld(deps: ServiceDeps): Promise<void> {
  const { pool } = deps;
  const { manager, consumer } = rules.sessionLimits;
  await sql.deleteOldSessions(pool, true, ago(deps, manager.ageMs + manager.idleMs));
  await sql.deleteOldSessions(pool, false, ago(deps, 2 * consumer.idleMs));
  await sql.deleteOldAttempts(pool, ago(deps, rules.attemptWindowMs));
  await sql.deleteOldKeys(pool, ago(deps, rules.keyAcceptedMs));
  await sql.deleteOldTickets(pool, ago(deps, 0));
}

export function makeSessions(given: SessionDeps) {
  const { pool, clock } = given;
  const deps: ServiceDeps = { ...given, callers: makeCallers(given), uses: makeSessionUses(pool) };
  return {
    findCaller: (kind: 'token' | 'ticket', value: string) => findCaller(deps, kind, value),
    lookAgain: (caller: Caller) => lookAgain(deps, caller),
    issueTicket: (caller: Caller) => issueTicket(deps, caller),
    login: (account: string, keyId: string, ciphertext: string, address: string) =>
      login(deps, account, keyId, ciphertext, address),
    resume: (accessToken: string) => resume(deps, accessToken),
    openSession: (db: Db, accountId: number, role: Role, accessToken?: string) =>
      openSession(db, deps, accountId, role, accessToken),
    forgetOld: () => forgetOld(deps),
    saveUses: deps.uses.flush,
    publicKey: () => currentKey(pool, clock()),
    logout: (caller: Caller) => logout(deps, caller),
    /** Drops this server's cached data of an account; other servers are notified by a trigger. */
    forget: (accountId: number) => deps.callers.invalidate(accountId),
    outletsOf: (caller: Caller) => sql.outletsOf(pool, caller.accountId),
  };
}

export type Sessions = ReturnType<typeof makeSessions>;
