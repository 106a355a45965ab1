import type { Contract } from '@recline/contract';
import type { InputOf, OutputOf } from '@recline/contract/call';
import { maskMobile } from '@recline/contract/mobile';
import type { session } from '@recline/contract/session';
import type { Env } from '../../platform/env.ts';
import { AppError } from '../../platform/error.ts';
import type { Caller, Context } from '../../platform/http/caller.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Guests } from './guests.ts';
import { requireMobile } from './mobiles.ts';
import type { Sessions } from './session.service.ts';
import type { SmsCodes } from './sms-codes.ts';

type Home = OutputOf<Contract['revenue']['home']>;

interface SessionHandlersDeps {
  sessions: Sessions;
  codes: SmsCodes;
  guests: Guests;
  env: Env;
  /** The figures of the overview, as its own call returns them. */
  home(context: Context): Promise<Home>;
}

export function sessionHandlers({
  sessions,
  codes,
  guests,
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
      outlets: outlets.map(({ id, name }) => ({ outletId: String(id), name })),
      servicePhone: env.SERVICE_PHONE,
      currency: outlets[0]?.currency ?? env.APP_CURRENCY,
    };
  };

  /** A login must not fail because of the overview: without it, the app asks for the figures itself. */
  const homeOf = async (context: Context): Promise<Home | null> => {
    if (!context.caller.permissions.includes('home')) return null;
    return home(context).catch((error: unknown) => {
      context.request.log.error({ err: error }, 'a login was answered without the overview');
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

  /** Whoever the token belongs to; a token that is no longer good counts as none. */
  async function callerIfAny({ request }: Context<null>): Promise<Caller | null> {
    const token = request.headers['access-token'];
    if (typeof token !== 'string' || token === '') return null;
    return sessions.findCaller('token', token).catch((error: unknown) => {
      if (error instanceof AppError) return null;
      throw error;
    });
  }

  return {
    publicKey: async () => ({ ...(await sessions.publicKey()), algorithm: 'RSA-OAEP-256' }),
    login,
    smsCode: (input, { address, language }) => codes.send(requireMobile(input.mobile, env), address, language),
    smsLogin: async ({ mobile, code }, context) =>
      guests.loginByCode(requireMobile(mobile, env), code, await callerIfAny(context)),
    guest: (_input, { address }) => guests.login(address),
    info: (_input, { caller }) => userOf(caller),
    logout: async (_input, { caller }) => {
      await sessions.logout(caller);
      return null;
    },
  };
}
