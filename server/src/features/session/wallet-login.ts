import { randomBytes, timingSafeEqual } from 'node:crypto';
import { pages, pageUrl } from '@recline/contract/pages';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { AppError, fail } from '../../platform/error.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Log } from '../../platform/log.ts';
import { makeLogLimit } from '../../platform/log-limit.ts';
import { type RateLimit, requireUses, usesFrom } from '../../platform/rate-limit.ts';
import { insertGuest, lockById } from './guests.sql.ts';
import { sha256 } from './passwords.ts';
import type { Sessions, Token } from './session.service.ts';
import { endSessionsOf, lockLogin } from './session.sql.ts';
import type { Wallet } from './wallet.port.ts';
import * as sql from './wallet-login.sql.ts';

const stateLifetimeMs = 5 * 60_000;

/** The same limit as for logins of guests: those of a mall share one address. */
export const authorisations: RateLimit = { scope: 'wallet login', max: 2_000, windowMs: 15 * 60_000 };

interface WalletDeps {
  pool: Pool;
  clock: Clock;
  log: Log;
  sessions: Sessions;
  wallets: readonly Wallet[];
}

export interface Authorization {
  url: string;
  /** Kept by the browser: only the browser that asked can use the state. */
  browserKey: string;
}

export interface Return {
  wallet: string;
  code: string;
  state: string;
  browserKey: string | undefined;
}

/** Login through the wallet in which the page is open. */
export function makeWalletLogin({ pool, clock, log, sessions, wallets }: WalletDeps) {
  const admitToLog = makeLogLimit(clock, { perKey: 10, inAll: 20 });

  function requireWallet(name: string): Wallet {
    const wallet = wallets.find((each) => each.name === name);
    if (!wallet) throw fail('notFound');
    return wallet;
  }

  /** Always with a new browser key: one that the browser already has may have been planted. */
  async function authorize(name: string, returnTo: string, origin: string, address: string): Promise<Authorization> {
    const wallet = requireWallet(name);
    const browserKey = randomBytes(32).toString('base64url');
    const state = randomBytes(32).toString('hex'); // WeChat accepts only letters and digits
    const expiresAt = new Date(clock().getTime() + stateLifetimeMs);
    await transaction(pool, async (db) => {
      await requireUses(db, usesFrom(authorisations, address), clock());
      await sql.insertState(db, sha256(state), sha256(browserKey), name, returnTo, expiresAt);
    });
    // The wallet adds `code` or `auth_code`, and `state`.
    const redirectUrl = `${origin}${pageUrl(pages.wallet, { wallet: name })}`;
    return { url: wallet.authorizeUrl({ state, redirectUrl }), browserKey };
  }

  async function login(back: Return, caller: Caller | null): Promise<Token & { returnTo: string; accountId: number }> {
    const wallet = requireWallet(back.wallet);
    const { return_to: returnTo } = await redeemState(back);
    const userId = await identify(wallet, back.code);
    const opened = await transaction(pool, (db) => open(db, wallet.name, userId, caller));
    sessions.forget(opened.accountId);
    return { ...opened, returnTo };
  }

  /** The state is used up even if it does not match, because then somebody is trying another's. */
  async function redeemState({ wallet, state, browserKey = '' }: Return) {
    const row = await sql.takeState.maybe(pool, sha256(state));
    const fits = row && row.wallet === wallet && timingSafeEqual(row.browser_hash, sha256(browserKey));
    if (!fits || row.expires_at < clock()) throw fail('badRequest', { field: 'state' });
    return row;
  }

  async function identify(wallet: Wallet, code: string): Promise<string> {
    const user = await wallet.identify(code).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      const logged = admitToLog(wallet.name);
      if (logged) log.error({ err: error, wallet: wallet.name, ...logged }, 'a wallet did not identify its user');
      throw fail('walletFailed');
    });
    if ('fake' in user) throw fail('walletSnapshot');
    return user.id;
  }

  /** The same user of a wallet is always the same account. */
  async function open(db: Db, wallet: string, userId: string, caller: Caller | null) {
    await lockLogin(db, `${wallet} ${userId}`);
    const known = await sql.useWallet.maybe(db, wallet, userId, clock());
    if (known?.disabled) throw fail('walletFailed');
    const accountId = known?.account_id ?? (await attach(db, wallet, userId, caller));
    return { ...(await sessions.openSession(db, accountId, 'consumer')), accountId };
  }

  /** A new user of the wallet: the end user who is logged in, whose older tokens end, or a new account. */
  async function attach(db: Db, wallet: string, userId: string, caller: Caller | null): Promise<number> {
    const own = caller?.role === 'consumer' ? await lockById.maybe(db, caller.accountId) : undefined;
    const isOwn =
      own && !own.disabled && own.merged_into === null && !(await sql.walletUserOf.maybe(db, own.id, wallet));
    if (isOwn) await endSessionsOf(db, own.id, clock(), 'logout');
    const accountId = isOwn ? own.id : (await insertGuest.one(db, clock())).id;
    await sql.insertWallet(db, wallet, userId, accountId, clock());
    return accountId;
  }

  return { authorize, login, forgetOld: () => sql.deleteOldStates(pool, clock()) };
}

export type WalletLogin = ReturnType<typeof makeWalletLogin>;

/** The user of a wallet behind an account, for payments inside it. */
export const walletUserOf = async (db: Db, accountId: number, wallet: string): Promise<string | undefined> =>
  (await sql.walletUserOf.maybe(db, accountId, wallet))?.user_id;

/** Whether an account is the user of any wallet. */
export const hasWallet = async (db: Db, accountId: number): Promise<boolean> =>
  (await sql.hasWallet.maybe(db, accountId)) !== undefined;
