import { z } from 'zod';
import type { Wallet } from '../../../session/index.ts';
import type { WalletDeps } from '../module.ts';
import { Misconfigured, Refused, Retry } from '../provider.ts';
import { settingsOf } from '../settings.ts';
import { callProvider } from '../shared/http.ts';

const defaultOpenUrl = 'https://api.weixin.qq.com';
const defaultAuthorizeUrl = 'https://open.weixin.qq.com/connect/oauth2/authorize';

/** `errcode` comes with HTTP 200. */
const tokenAnswer = z.object({
  openid: z.string().min(1).optional(),
  is_snapshotuser: z.number().optional(),
  errcode: z.number().optional(),
});

/** The code is wrong, or was used before. */
const badCodes = new Set([40029, 40163]);
/** WeChat is busy, or there were too many calls. */
const retryCodes = new Set([-1, 45011]);

/** Identifies the payer inside WeChat: its silent authorisation returns the payer's openid for our app. */
export function makeWechatWallet({ settings: source, fetch }: WalletDeps): Wallet {
  const settings = settingsOf(source);
  const appId = settings.text('WECHAT_APP_ID');
  const secret = settings.text('WECHAT_APP_SECRET');
  const openUrl = settings.url('WECHAT_OPEN_URL', defaultOpenUrl);
  const page = settings.url('WECHAT_AUTHORIZE_URL', defaultAuthorizeUrl);
  settings.check();

  return {
    name: 'wechat',
    /** WeChat requires the parameters in this order, and the fragment. */
    authorizeUrl: ({ state, redirectUrl }) =>
      `${page}?appid=${appId}&redirect_uri=${encodeURIComponent(redirectUrl)}&response_type=code&scope=snsapi_base&state=${state}#wechat_redirect`,
    async identify(code) {
      const query = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' });
      const { status, body } = await callProvider(fetch, `${openUrl}/sns/oauth2/access_token?${query.toString()}`, {});
      if (status !== 200) throw new Retry(`WeChat answered ${status}`);
      return identityOf(body);
    },
  };
}

/** `is_snapshotuser`: a visitor who is not logged in, with an openid that cannot pay. */
function identityOf(body: Buffer): { id: string } | { fake: true } {
  const { openid, is_snapshotuser, errcode = 0 } = tokenAnswer.parse(JSON.parse(body.toString()));
  if (badCodes.has(errcode)) throw new Refused(String(errcode), 'the code is not valid any more');
  if (retryCodes.has(errcode)) throw new Retry(`WeChat answered ${errcode}`);
  if (!openid) throw new Misconfigured(`WeChat answered ${errcode}: are WECHAT_APP_ID and WECHAT_APP_SECRET right?`);
  return is_snapshotuser === 1 ? { fake: true } : { id: openid };
}
