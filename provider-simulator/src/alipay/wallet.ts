import type { Context } from '../core/context.ts';
import { type Answer, type Call, json, readCookie, redirect } from '../core/http.ts';
import { alphanumeric, digits } from '../core/random.ts';
import { AlipayError, type Params } from './gateway.ts';

const codeLifeMs = 3 * 60_000;
const userCookie = 'alipay_user';
export const authorizePath = '/oauth2/publicAppAuthorize.htm';

/** Identifies the payer by Alipay's silent authorisation. */
export function makeWallet({ keys, clocks }: Context) {
  const codes = new Map<string, { user: string; until: number }>();

  function authorize(call: Call): Answer {
    const { app_id, scope, redirect_uri: back = '', state = '' } = Object.fromEntries(call.url.searchParams);
    if (app_id !== keys.alipay.appId || scope !== 'auth_base' || !URL.canParse(back))
      return json(400, { error: 'invalid app_id, scope or redirect_uri' });
    const user = readCookie(call, userCookie) ?? `2088${digits(12)}`;
    const code = alphanumeric(32);
    codes.set(code, { user, until: clocks.now() + codeLifeMs });
    const target = new URL(back);
    for (const [name, value] of Object.entries({ app_id, source: 'alipay_wallet', scope, state, auth_code: code }))
      target.searchParams.set(name, value);
    return redirect(target.href, { 'set-cookie': `${userCookie}=${user}; Path=/; HttpOnly; SameSite=Lax` });
  }

  /** A code is good once. */
  function token({ grant_type: grant, code = '' }: Params): Record<string, unknown> {
    if (grant !== 'authorization_code') throw new AlipayError('40002', 'isv.grant-type-invalid', 'grant_type参数错误');
    const known = codes.get(code);
    codes.delete(code);
    if (!known || known.until <= clocks.now()) throw new AlipayError('40002', 'isv.code-invalid', '授权码code无效');
    return {
      user_id: known.user,
      open_id: `0${known.user}open`,
      access_token: alphanumeric(40),
      expires_in: 31_536_000,
      refresh_token: alphanumeric(40),
      re_expires_in: 31_536_000,
    };
  }

  return { authorize, token };
}
