import { randomBytes } from 'node:crypto';
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin';
import { makeFolder, makeRsaKeys } from './rsa-keys.ts';

const apiV3Key = '0123456789abcdef0123456789abcdef';
const publicKeyId = 'PUB_KEY_ID_0119000000012026';

/** Making keys takes long: all tests of a file share them. */
const merchantKeys = makeRsaKeys();
const wechatKeys = makeRsaKeys();

interface WechatCall {
  method: string;
  /** Path and query. */
  target: string;
  headers: Headers;
  body: string;
}

export interface WechatAnswer {
  status: number;
  body?: unknown;
  /** Changes the signed headers, or drops all of them. */
  signed?: Partial<Record<string, string>> | false;
}

/**
 * A merchant of WeChat Pay for tests, with WeChat's side of the signatures made by an independent implementation.
 * `fetch` checks the signature of each call and answers with the result of `answer`.
 */
export function makeWechatMerchant(clock: () => Date) {
  const folder = makeFolder();
  const calls: WechatCall[] = [];
  let answer: (call: WechatCall) => WechatAnswer | Error = () => ({ status: 500 });

  const signature = (body: string, key = wechatKeys.privateKey, serial = publicKeyId) => {
    const timestamp = String(Math.floor(clock().getTime() / 1000));
    const nonce = randomBytes(16).toString('hex');
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': Rsa.sign(Formatter.response(timestamp, nonce, body), key),
    };
  };

  function checkCall({ method, target, headers, body }: WechatCall): void {
    const fields = Object.fromEntries(
      [...(headers.get('authorization') ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const message = Formatter.request(method, target, fields.timestamp, fields.nonce_str, body);
    if (!Rsa.verify(message, fields.signature, merchantKeys.publicKey)) throw new Error('our signature is wrong');
  }

  async function fetch(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(String(url));
    const call = {
      method: init.method ?? 'GET',
      target: pathname + search,
      headers: new Headers(init.headers),
      body: String(init.body ?? ''),
    };
    checkCall(call);
    calls.push(call);
    const given = answer(call);
    if (given instanceof Error) throw given;
    const body = typeof given.body === 'string' ? given.body : given.body ? JSON.stringify(given.body) : '';
    const headers = given.signed === false ? {} : { ...signature(body), ...(given.signed as Record<string, string>) };
    return new Response(given.status === 204 ? null : body, { status: given.status, headers });
  }

  return {
    calls,
    fetch: fetch as typeof globalThis.fetch,
    folder,
    answerWith(next: typeof answer): void {
      answer = next;
    },
    /** Encrypts as WeChat does. */
    seal: (text: string, aad: string) => {
      const nonce = randomBytes(6).toString('hex');
      const ciphertext = Aes.AesGcm.encrypt(text, apiV3Key, nonce, aad);
      return { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: aad };
    },
    notice(event: string, content: unknown, key?: string, serial?: string) {
      const resource = this.seal(JSON.stringify(content), 'transaction');
      const body = JSON.stringify({ id: 'EV-1', event_type: event, resource_type: 'encrypt-resource', resource });
      const headers: Record<string, string> = signature(body, key, serial);
      return { receivedAt: clock(), headers, body: Buffer.from(body) };
    },
    settings: {
      WECHAT_APP_ID: 'wx1234567890abcdef',
      WECHAT_APP_SECRET: 'secret',
      WECHAT_MCH_ID: '1900000001',
      WECHAT_MCH_SERIAL: '5F3A99',
      WECHAT_MCH_KEY_FILE: folder.file('merchant.pem', merchantKeys.privateKey),
      WECHAT_API_V3_KEY: apiV3Key,
      WECHAT_PUBLIC_KEY_ID: publicKeyId,
      WECHAT_PUBLIC_KEY_FILE: folder.file('wechat.pem', wechatKeys.publicKey),
    } as Record<string, string>,
  };
}
