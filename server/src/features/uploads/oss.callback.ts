import { verify } from 'node:crypto';
import { fail } from '../../platform/error.ts';

/** Fetches the text at an address. */
export type FetchText = (url: string) => Promise<string>;

export interface CallbackRequest {
  /** Path and query, as they were sent. */
  url: string;
  body: string;
  authorization: string | undefined;
  /** Base64 of the address of OSS's public key. */
  publicKeyUrl: string | undefined;
}

/** Where OSS publishes its keys. The caller names the address, so only these are allowed (SSRF). */
const keyAddress = /^https?:\/\/gosspublic\.alicdn\.com\/(callback_pub_key_v\d{1,3}\.pem)$/;

/** Verifies that a callback comes from OSS: the key at OSS's own address signs path, query and body. */
export function makeCallbackCheck(fetchText: FetchText) {
  const keys = new Map<string, string>();

  async function keyAt(url: string): Promise<string> {
    const known = keys.get(url);
    if (known !== undefined) return known;
    const key = await fetchText(url).catch(() => {
      throw fail('unavailable'); // the browser retries
    });
    if (keys.size < 10) keys.set(url, key); // OSS has one or two; limits what a stranger can make us store
    return key;
  }

  return async ({ url, body, authorization = '', publicKeyUrl = '' }: CallbackRequest): Promise<boolean> => {
    const [, name] = keyAddress.exec(Buffer.from(publicKeyUrl, 'base64').toString()) ?? [];
    if (name === undefined) return false;
    const key = await keyAt(`https://gosspublic.alicdn.com/${name}`);
    const [path = '', ...query] = url.split('?');
    const signed = `${decodeURIComponent(path)}${query.length > 0 ? `?${query.join('?')}` : ''}\n${body}`;
    return verify('md5', Buffer.from(signed), key, Buffer.from(authorization, 'base64'));
  };
}

export const fetchText: FetchText = async (url) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'error' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
};
