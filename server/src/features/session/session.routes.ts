import type { Contract } from '@recline/contract';
import type { InputOf, OutputOf } from '@recline/contract/call';
import type { session } from '@recline/contract/session';
import type { Env } from '../../platform/env.ts';
import type { Caller, Context } from '../../platform/http/caller.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Sessions } from './session.service.ts';

type Home = OutputOf<Contract['revenue']['home']>;

interface SessionHandlersDeps {
  sessions: Sessions;
  env: Env;
  /** The figures of the overview, as its own call returns them. */
  home(context: Context): Promise<Home>;
}

export function sessionHandlers({ sessions, env, home }: SessionHandlersDeps): HandlersOf<typeof session> {
  const userOf = async (caller: Caller) => {
    const outlets = await sessions.outletsOf(caller);
    return {
      id: String(caller.accountId),
      account: caller.account,
      name: caller.name,
      role: caller.role,
      permissions: caller.permissions,
      outlets: outlets.map(({ id, name, time_zone }) => ({ outletId: String(id), name, timeZone: time_zone })),
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

  return {
    publicKey: async () => ({ ...(await sessions.publicKey()), algorithm: 'RSA-OAEP-256' }),
    login,
    smsCode: (input, { address }) => sessions.sendCode(input.mobile, address),
    smsLogin: (input) => sessions.loginByCode(input.mobile, input.code),
    info: (_input, { caller }) => userOf(caller),
    logout: async (_input, { caller }) => {
      await sessions.logout(caller);
      return null;
    },
  };
}
