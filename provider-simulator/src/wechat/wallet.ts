import type { Context } from '../core/context.ts';
import { type Answer, type Call, json, readCookie, redirect } from '../core/http.ts';
import { alphanumeric } from '../core/random.ts';
import { errorAnswer, parameterError } from './errors.ts';
import type { WechatState } from './state.ts';

const codeLifeMs = 5 * 60_000;
const tokenLifeSeconds = 7200;
const userCookie = 'wechat_user';

/** Identifies the payer: the silent authorisation, the calls for its result, and tokens and tickets for the JS-SDK. */
export function makeWallet(context: Context, state: WechatState) {
  const { clocks, keys } = context;
  const codes = new Map<string, { openid: string; until: number; used: boolean }>();
  const tokens = new Map<string, number>();
  /** Whether the next user is a "snapshot" user, whose identity is not real. */
  let nextIsFake = false;

  function addUser(openid = `o${alphanumeric(27)}`, fake = false): string {
    state.users[openid] = { fake };
    context.changed();
    return openid;
  }

  /** Silent: the browser comes back at once with a code. One browser is always the same user. */
  function authorize(call: Call): Answer {
    const given = Object.fromEntries(call.url.searchParams);
    const { appid, redirect_uri: back = '', response_type: type, scope, state: echoed = '' } = given;
    if (appid !== keys.wechat.appId) return errorAnswer(parameterError('Appid参数错误'));
    if (type !== 'code' || scope !== 'snsapi_base') return errorAnswer(parameterError('Scope参数错误'));
    if (!/^[a-zA-Z0-9]{0,128}$/.test(echoed)) return errorAnswer(parameterError('State参数错误'));
    if (!URL.canParse(back)) return errorAnswer(parameterError('redirect_uri参数错误'));
    const known = nextIsFake ? undefined : readCookie(call, userCookie);
    const openid = known && state.users[known] ? known : addUser(undefined, nextIsFake);
    const keep: Record<string, string> = nextIsFake
      ? {}
      : { 'set-cookie': `${userCookie}=${openid}; Path=/; HttpOnly; SameSite=Lax` };
    nextIsFake = false;
    const code = alphanumeric(32);
    codes.set(code, { openid, until: clocks.now() + codeLifeMs, used: false });
    const target = new URL(back);
    target.searchParams.set('code', code);
    target.searchParams.set('state', echoed);
    return redirect(target.href, keep);
  }

  /** Errors come with HTTP 200. */
  function accessToken({ url: { searchParams: given } }: Call): Answer {
    const wrong =
      appError(given) ??
      (given.get('grant_type') === 'authorization_code' ? undefined : refuse(40002, 'invalid grant_type'));
    if (wrong) return wrong;
    const code = codes.get(given.get('code') ?? '');
    if (!code || code.until <= clocks.now()) return refuse(40029, 'invalid code');
    if (code.used) return refuse(40163, 'code been used');
    code.used = true;
    return json(200, {
      access_token: alphanumeric(64),
      expires_in: tokenLifeSeconds,
      refresh_token: alphanumeric(64),
      openid: code.openid,
      scope: 'snsapi_base',
      ...(state.users[code.openid]?.fake ? { is_snapshotuser: 1 } : {}),
    });
  }

  function appError(given: URLSearchParams): Answer | undefined {
    if (given.get('appid') !== keys.wechat.appId) return refuse(40013, 'invalid appid');
    return given.get('secret') === keys.wechat.appSecret ? undefined : refuse(40125, 'invalid appsecret');
  }

  function clientToken(given: URLSearchParams): Answer {
    const wrong = appError(given);
    if (wrong) return wrong;
    if (given.get('grant_type') !== 'client_credential') return refuse(40002, 'invalid grant_type');
    const token = alphanumeric(64);
    tokens.set(token, clocks.now() + tokenLifeSeconds * 1000);
    return json(200, { access_token: token, expires_in: tokenLifeSeconds });
  }

  function ticket({ url: { searchParams: given } }: Call): Answer {
    if ((tokens.get(given.get('access_token') ?? '') ?? 0) <= clocks.now()) return refuse(40001, 'invalid credential');
    return json(200, { errcode: 0, errmsg: 'ok', ticket: alphanumeric(86), expires_in: tokenLifeSeconds });
  }

  function handle(call: Call): Answer | undefined {
    const { pathname, searchParams } = call.url;
    if (pathname === '/connect/oauth2/authorize') return authorize(call);
    if (pathname === '/sns/oauth2/access_token') return accessToken(call);
    if (pathname === '/cgi-bin/token') return clientToken(searchParams);
    if (pathname === '/cgi-bin/stable_token')
      return clientToken(new URLSearchParams(JSON.parse(call.body.toString()) as Record<string, string>));
    return pathname === '/cgi-bin/ticket/getticket' ? ticket(call) : undefined;
  }

  return {
    handle,
    addUser,
    nextUserIsFake() {
      nextIsFake = true;
    },
  };
}

const refuse = (errcode: number, errmsg: string): Answer => json(200, { errcode, errmsg });
