import type { Contract } from '@recline/contract';
import type { InputOf, OutputOf } from '@recline/contract/call';
import { type MobileCountry, maskMobile } from '@recline/contract/mobile';
import type { session } from '@recline/contract/session';
import type { Env } from '../../platform/env.ts';
import type { Caller, Context } from '../../platform/http/caller.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import { optionalCaller } from '../../platform/http/optional-caller.ts';
import type { Agreements } from '../agreements/index.ts';
import type { Guests } from './guests.ts';
import { requireMobile } from './mobiles.ts';
import type { Sessions } from './session.service.ts';
import type { SmsCodes } from './sms-codes.ts';
import { clearBrowserKey, readBrowserKey, setBrowserKey } from './wallet-cookie.ts';
import type { WalletLogin } from './wallet-login.ts';

type Home = OutputOf<Contract['revenue']['home']>;

interface SessionHandlersDeps {
  sessions: Sessions;
  codes: SmsCodes;
  guests: Guests;
  wallets: WalletLogin;
  agreements: Pick<Agreements, 'requireVersion' | 'record'>;
  /** Whose numbers are accepted. */
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
      outlets: outlets.map(({ id, name, time_zone }) => ({ outletId: String(id), name, timeZone: time_zone })),
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
    if (!input.withHome) return token;
    const caller = await sessions.findCaller('token', token.accessToken);
    const [user, figures] = await Promise.all([userOf(caller), homeOf({ ...context, caller })]);
    return { ...token, user, home: figures };
  };

  const callerIfAny = ({ request }: Context<null>) => optionalCaller(request, sessions.findCaller);

  return {
    publicKey: async () => ({ ...(await sessions.publicKey()), algorithm: 'RSA-OAEP-256' }),
    login,
    smsCode: (input, { address, language }) => codes.send(mobileOf(input.mobile), address, language),
    smsLogin: async ({ mobile, code, agreed }, context) => {
      await agreements.requireVersion(agreed);
      const opened = await guests.loginByCode(mobileOf(mobile), code, await callerIfAny(context));
      await agreements.record(opened.accountId, agreed, 'number');
      return opened;
    },
    walletStart: async ({ wallet, returnTo }, { request, reply }) => {
      const origin = env.PUBLIC_URL ?? `${request.protocol}://${request.host}`;
      const { url, browserKey } = await wallets.authorize(wallet, returnTo, origin, readBrowserKey(request));
      setBrowserKey(reply, browserKey, origin.startsWith('https:'));
      return { url };
    },
    walletLogin: async (input, context) => {
      const browserKey = readBrowserKey(context.request);
      const opened = await wallets.login({ ...input, browserKey }, await callerIfAny(context));
      clearBrowserKey(context.reply);
      return opened;
    },
    guest: (_input, { address }) => guests.login(address),
    info: (_input, { caller }) => userOf(caller),
    logout: async (_input, { caller }) => {
      await sessions.logout(caller);
      return null;
    },
  };
}
