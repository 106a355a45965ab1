import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Keys, publicPem } from './core/keys.ts';

/** The settings that point Recline at the simulator; the PEM files are written into the folder. */
export function writeSettings(keys: Keys, folder: string, url: string): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  const file = (name: string, pem: string): string => {
    const path = join(folder, name);
    writeFileSync(path, pem, { mode: 0o600 });
    return path;
  };
  const { wechat, alipay, stripe } = keys;
  return {
    WECHAT_APP_ID: wechat.appId,
    WECHAT_APP_SECRET: wechat.appSecret,
    WECHAT_MCH_ID: wechat.mchId,
    WECHAT_MCH_SERIAL: wechat.merchantSerial,
    WECHAT_MCH_KEY_FILE: file('wechat-merchant-key.pem', wechat.merchantKey),
    WECHAT_API_V3_KEY: wechat.apiV3Key,
    WECHAT_PUBLIC_KEY_ID: wechat.publicKeyId,
    WECHAT_PUBLIC_KEY_FILE: file('wechat-public-key.pem', publicPem(wechat.publicKeyKey)),
    WECHAT_PLATFORM_CERTS: `${wechat.certificateSerial}=${file('wechat-platform-key.pem', publicPem(wechat.certificateKey))}`,
    WECHAT_API_URL: url,
    WECHAT_OPEN_URL: url,
    WECHAT_AUTHORIZE_URL: `${url}/connect/oauth2/authorize`,
    ALIPAY_APP_ID: alipay.appId,
    ALIPAY_SELLER_ID: alipay.sellerId,
    ALIPAY_PRIVATE_KEY_FILE: file('alipay-app-key.pem', alipay.appKey),
    ALIPAY_PUBLIC_KEY_FILE: file('alipay-public-key.pem', publicPem(alipay.platformKey)),
    ALIPAY_GATEWAY_URL: `${url}/gateway.do`,
    ALIPAY_AUTHORIZE_URL: `${url}/oauth2/publicAppAuthorize.htm`,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: url,
  };
}
