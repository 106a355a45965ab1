import { z } from 'zod';
import type { Wallet } from '../../../session/index.ts';
import type { WalletDeps } from '../module.ts';
import { Retry } from '../provider.ts';
import { settingsOf } from '../settings.ts';
import { callTimeoutMs } from '../shared/http.ts';
import { makeGateway } from './api.ts';
import { readGateway } from './settings.ts';

const defaultAuthorizeUrl = 'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm';

/** Older apps see a `user_id`, newer ones an `open_id` that is specific to the app. */
const tokenAnswer = z.object({ open_id: z.string().min(1).optional(), user_id: z.string().min(1).optional() });

/** Identifies the payer inside Alipay by its silent authorisation. */
export function makeAlipayWallet({ settings: source, fetch, clock }: WalletDeps): Wallet {
  const settings = settingsOf(source);
  const gatewaySettings = readGateway(settings);
  const page = settings.url('ALIPAY_AUTHORIZE_URL', defaultAuthorizeUrl);
  settings.check();
  const made = gatewaySettings();
  const gateway = makeGateway({ fetch, clock, settings: made, timeoutMs: callTimeoutMs });

  return {
    name: 'alipay',
    authorizeUrl: ({ state, redirectUrl }) =>
      `${page}?app_id=${made.appId}&scope=auth_base&redirect_uri=${encodeURIComponent(redirectUrl)}&state=${state}`,
    async identify(code) {
      const more = { grant_type: 'authorization_code', code };
      const { open_id, user_id } = await gateway('alipay.system.oauth.token', tokenAnswer, undefined, more);
      const id = open_id ?? user_id;
      if (!id) throw new Retry('Alipay named nobody');
      return { id };
    },
  };
}
