import type { Contract } from '@recline/contract';
import type { InputOf, OutputOf } from '@recline/contract/call';
import { type MobileCountry, maskMobile } from '@recline/contract/mobile';
import type { session } from '@recline/contract/session';
import type { FastifyRequest } from 'fastify';
import type { Env } from '../../platform/env.ts';
import { fail } from '../../platform/error.ts';
import type { Caller, Context } from '../../platform/http/caller.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import { clearCookie, readCookie, setCookie } from '../../platform/http/cookies.ts';
import { optionalCaller } from '../../platform/http/optional-caller.ts';
import { senderOf } from '../../platform/http/own-origin.ts';
import type { Agreements } from '../agreements/index.ts';
import type { Guests } from './guests.ts';
import { requireMobile } from './mobiles.ts';
import type { Sessions } from './session.service.ts';
import { clearSession, endUserOf, keepSession, readSession, setSession } from './session-cookie.ts';
import type { SmsCodes } from './sms-codes.ts';
import { walletCookie } from './wallet-cookie.ts';
import type { WalletLogin } from './wallet-login.ts';

type Home = OutputOf<Contract['revenue']['home']>;

interface SessionHandlersDeps {
  sessions: Sessions;
  codes: SmsCodes;
  guests: Guests;
  wallets: WalletLogin;
  agreements: Pick<Agreements, 'requireVersion' | 'record'>;
  /** Countries whose numbers are accepted. */
  countries: readonly MobileCountry[];
  env: Env;
  /** The figures of the overview, as its own call returns them. */
  home(context: Context): Promise<Home>;
}

export function sessionHandlers({
  sessions,
  codes,
  guests,
  wallets,
  agreements,
  countries,
  env,
  home,
}: SessionHandlersDeps): HandlersOf<typeof session> {
  const userOf = async (caller: Caller) => {
    const outlets = await sessions.outletsOf(caller);
    return {
      id: String(caller.accountId),
      account: caller.account,
      mobile: caller.mobile && maskMobile(caller.mobile),
      name: caller.name,
      role: caller.role,
      permissions: caller.permissions,
      outlets: outlets
        .filter(({ closed }) => !closed)
        .map(({ id, name, time_zone }) => ({ outletId: String(id), name, timeZone: time_zone })),
      servicePhone: env.SERVICE_PHONE,
      currency: outlets[0]?.currency ?? env.APP_CURRENCY,
    };
  };

  const mobileOf = (text: string) => requireMobile(text, { APP_COUNTRY: env.APP_COUNTRY, SMS_COUNTRIES: countries });

  /** A login must not fail because of the overview: without it, the app asks for the figures itself. */
  const homeOf = async (context: Context): Promise<Home | null> => {
    if (!context.caller.permissions.includes('home')) return null;
    return home(context).catch((error: unknown) => {
      const { id: reqId, log } = context.request;
      log.error({ err: error, reqId }, 'a login was answered without the overview');
      return null;
    });
  };

  const login = async (input: InputOf<typeof session.login>, context: Context<null>) => {
    const token = await sessions.login(input.account, input.keyId, input.password, context.address);
    clearSession(context.request, context.reply);
    if (!input.withHome) return token;
    const caller = await sessions.findCaller('token', token.accessToken);
    const [user, figures] = await Promise.all([userOf(caller), homeOf({ ...context, caller })]);
    return { ...token, user, home: figures };
  };

  const originOf = (request: FastifyRequest) => env.PUBLIC_URL ?? `${request.protocol}://${request.host}`;
  const isHttps = (origin: string) => origin.startsWith('https:');
  const callerIfAny = ({ request }: Context<null>) => optionalCaller(request, sessions.findCaller);

  /**
   * Returns the token of the cookie's session to our own pages if it is live, because the phone may have lost its
   * token.
   */
  const ownSession = async ({ request }: Context<null>) => {
    const token = readSession(request);
    const isOwn = token !== undefined && senderOf(request, env.PUBLIC_URL) === 'own';
    return isOwn && (await endUserOf(request, sessions.findCaller)) ? sessions.resume(token) : null;
  };
  const newGuest = (existing: boolean | undefined, { address }: Context<null>) => {
    if (existing) throw fail('notFound');
    return guests.login(address);
  };

  return {
    publicKey: async () => ({ ...(await sessions.publicKey()), algorithm: 'RSA-OAEP-256' }),
    login,
    smsCode: (input, { address, language }) => codes.send(mobileOf(input.mobile), address, language),
    smsLogin: async ({ mobile, code, agreed }, context) => {
      await agreements.requireVersion(agreed);
      const opened = await guests.loginByCode(mobileOf(mobile).e164, code, await callerIfAny(context));
      await agreements.record(opened.accountId, agreed, 'number');
      setSession(context.request, context.reply, opened.accessToken);
      return opened;
    },
    walletStart: async ({ wallet, returnTo }, { request, reply, address }) => {
      const origin = originOf(request);
      const { url, browserKey } = await wallets.authorize(wallet, returnTo, origin, address);
      setCookie(reply, walletCookie, browserKey, isHttps(origin));
      return { url };
    },
    walletLogin: async (input, context) => {
      const isSecure = isHttps(originOf(context.request));
      const browserKey = readCookie(context.request, walletCookie, isSecure);
      const opened = await wallets.login({ ...input, browserKey }, await callerIfAny(context));
      clearCookie(context.reply, walletCookie, isSecure);
      setSession(context.request, context.reply, opened.accessToken);
      return opened;
    },
    guest: async ({ existing }, context) => {
      const opened = (await ownSession(context)) ?? (await newGuest(existing, context));
      setSession(context.request, context.reply, opened.accessToken);
      return opened;
    },
    info: (_input, { caller, request, reply }) => {
      keepSession(request, reply, caller);
      return userOf(caller);
    },
    logout: async (_input, { caller, request, reply }) => {
      await sessions.logout(caller);
      clearSession(request, reply);
      return null;
    },
  };
}
