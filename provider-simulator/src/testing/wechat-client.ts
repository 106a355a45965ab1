import { Aes, Formatter, Rsa, Wechatpay } from 'wechatpay-axios-plugin';
import { publicPem } from '../core/keys.ts';
import type { Providers } from '../simulator.ts';
import type { Received } from './merchant.ts';

export type Data = Record<string, unknown>;

interface HttpAnswer {
  status: number;
  data: Data;
}

/** The package as merchants use it, pointed at the simulator. It knows both of WeChat's keys. */
export function wechatClient(
  { keys: { wechat }, url }: Providers,
  change: { mchid?: string; serial?: string; privateKey?: string; certs?: Record<string, string> } = {},
) {
  const client = new Wechatpay({
    mchid: wechat.mchId,
    serial: wechat.merchantSerial,
    privateKey: wechat.merchantKey,
    certs: {
      [wechat.publicKeyId]: publicPem(wechat.publicKeyKey),
      [wechat.certificateSerial]: publicPem(wechat.certificateKey),
    },
    baseURL: url,
    ...change,
  });
  return {
    get: (path: string, params: Data = {}, more: object = {}): Promise<HttpAnswer> =>
      client.chain(path).get({ params, ...more }),
    post: (path: string, body: Data, more: object = {}): Promise<HttpAnswer> => client.chain(path).post(body, more),
  };
}
export type WechatClient = ReturnType<typeof wechatClient>;

/** The HTTP status and WeChat's code of a refusal. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'accepted';
  } catch (error) {
    const { response, code } = error as { response?: { status: number; data?: { code?: string } }; code?: string };
    return response?.data?.code ? `${response.status} ${response.data.code}` : String(code);
  }
}

/** A notice read with the package's primitives; undefined where its signature does not fit. */
export function readWechatNotice({ keys: { wechat } }: Providers, { headers, body }: Received): Data | undefined {
  const header = (name: string) => String(headers[`wechatpay-${name}`]);
  const known: Record<string, string> = {
    [wechat.publicKeyId]: wechat.publicKeyKey,
    [wechat.certificateSerial]: wechat.certificateKey,
  };
  const key = known[header('serial')];
  const message = Formatter.response(header('timestamp'), header('nonce'), body);
  if (!key || !Rsa.verify(message, header('signature'), publicPem(key))) return undefined;
  const notice = JSON.parse(body) as { event_type: string; id: string; resource: Record<string, string> };
  const { ciphertext = '', nonce = '', associated_data: data = '' } = notice.resource;
  const plain = JSON.parse(Aes.AesGcm.decrypt(ciphertext, wechat.apiV3Key, nonce, data)) as Data;
  return { id: notice.id, event: notice.event_type, ...plain };
}
