import type { session } from '@recline/contract/session';
import type { Env } from '../../platform/env.ts';
import type { HandlersOf } from '../../platform/http/calls.ts';
import type { Sessions } from './session.service.ts';

export const sessionHandlers = (sessions: Sessions, env: Env): HandlersOf<typeof session> => ({
  publicKey: async () => ({ ...(await sessions.publicKey()), algorithm: 'RSA-OAEP-256' }),
  login: (input, { address }) => sessions.login(input.account, input.keyId, input.password, address),
  smsCode: (input, { address }) => sessions.sendCode(input.mobile, address),
  smsLogin: (input) => sessions.loginByCode(input.mobile, input.code),
  info: async (_input, { caller }) => {
    const outlets = await sessions.outletsOf(caller);
    return {
      id: String(caller.accountId),
      account: caller.account,
      name: caller.name,
      role: caller.role,
      permissions: caller.permissions,
      outlets: outlets.map(({ id, name }) => ({ outletId: String(id), name })),
      servicePhone: env.SERVICE_PHONE,
      currency: outlets[0]?.currency ?? env.APP_CURRENCY,
    };
  },
  logout: async (_input, { caller }) => {
    await sessions.logout(caller);
    return null;
  },
});
