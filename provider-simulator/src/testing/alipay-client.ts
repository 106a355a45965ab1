import { AlipaySdk } from 'alipay-sdk';
import { publicPem } from '../core/keys.ts';
import type { Providers } from '../simulator.ts';
import type { Received } from './merchant.ts';

/** The official package, pointed at the simulator. It verifies answers only when told to. */
export function alipayClient(
  { keys: { alipay }, url }: Providers,
  change: { privateKey?: string; alipayPublicKey?: string } = {},
) {
  const sdk = new AlipaySdk({
    appId: alipay.appId,
    privateKey: alipay.appKey,
    keyType: 'PKCS8',
    alipayPublicKey: publicPem(alipay.platformKey),
    gateway: `${url}/gateway.do`,
    endpoint: url,
    ...change,
  });
  return {
    call: (method: string, bizContent: Record<string, unknown>, params: Record<string, unknown> = {}) =>
      sdk.exec(method, { ...params, bizContent }, { validateSign: true }),
    /** It cannot read an unsigned refusal when told to verify. */
    callUnverified: (method: string, bizContent: Record<string, unknown>) =>
      sdk.exec(method, { bizContent }, { validateSign: false }),
    payLink: (bizContent: Record<string, unknown>, params: Record<string, unknown>) =>
      sdk.pageExecute('alipay.trade.wap.pay', 'GET', { ...params, bizContent }),
    /** The notice's parameters; undefined where its signature does not fit. */
    readNotice({ body }: Received): Record<string, string> | undefined {
      const params = Object.fromEntries(new URLSearchParams(body));
      return sdk.checkNotifySignV2(params) ? params : undefined;
    },
  };
}
export type AlipayClient = ReturnType<typeof alipayClient>;
