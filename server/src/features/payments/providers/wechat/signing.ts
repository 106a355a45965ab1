import { createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isSigned, signText } from '../shared/rsa.ts';

/** How requests, answers, notices and the parameters of the in-app bridge are signed and encrypted in API v3. */

const scheme = 'WECHATPAY2-SHA256-RSA2048';
/** WeChat allows clocks to differ by five minutes. */
export const toleranceSeconds = 300;

export interface Merchant {
  mchId: string;
  /** The serial number of the merchant's certificate. */
  serial: string;
  key: KeyObject;
}

export const makeNonce = (): string => randomBytes(16).toString('hex');

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

/** The header `Authorization` of a request; `target` is path and query exactly as sent. */
export function authorization(
  { mchId, serial, key }: Merchant,
  request: { method: string; target: string; body: string },
  now: Date,
  nonce = makeNonce(),
): string {
  const timestamp = secondsOf(now);
  const lines = [request.method, request.target, timestamp, nonce, request.body];
  const signature = signText(key, lines.map((line) => `${line}\n`).join(''));
  return `${scheme} mchid="${mchId}",serial_no="${serial}",timestamp="${timestamp}",nonce_str="${nonce}",signature="${signature}"`;
}

/** The parameters for the bridge inside WeChat, signed afresh every time. */
export function bridgeParams(
  appId: string,
  key: KeyObject,
  prepayId: string,
  now: Date,
  nonceStr = makeNonce(),
): Record<string, string> {
  const timeStamp = String(secondsOf(now));
  const order = `prepay_id=${prepayId}`;
  const paySign = signText(key, `${appId}\n${timeStamp}\n${nonceStr}\n${order}\n`);
  return { appId, timeStamp, nonceStr, package: order, signType: 'RSA', paySign };
}

/** The headers that carry WeChat's signature of an answer or a notice. */
export interface SignedHeaders {
  timestamp: string;
  nonce: string;
  serial: string;
  signature: string;
}

export function signedHeaders(get: (name: string) => string | undefined): SignedHeaders | undefined {
  const timestamp = get('wechatpay-timestamp');
  const nonce = get('wechatpay-nonce');
  const serial = get('wechatpay-serial');
  const signature = get('wechatpay-signature');
  return timestamp && nonce && serial && signature ? { timestamp, nonce, serial, signature } : undefined;
}

/** Why a message is not WeChat's, or undefined if it is. `body` is the bytes as received. */
export function whyForged(
  headers: SignedHeaders,
  body: Uint8Array,
  key: KeyObject | undefined,
  now: Date,
): string | undefined {
  if (!/^\d{1,12}$/.test(headers.timestamp)) return 'its timestamp is not a number';
  if (Math.abs(now.getTime() / 1000 - Number(headers.timestamp)) >= toleranceSeconds) return 'its timestamp is off';
  if (!key) return `its serial ${headers.serial.slice(0, 64)} is unknown`;
  const message = Buffer.concat([Buffer.from(`${headers.timestamp}\n${headers.nonce}\n`), body, Buffer.from('\n')]);
  return isSigned(key, message, headers.signature) ? undefined : 'its signature is wrong';
}

/** Decrypts content that WeChat encrypted with the APIv3 key: notices and certificates. */
export const encrypted = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.base64(),
  nonce: z.string(),
  associated_data: z.string().default(''),
});
type Encrypted = z.output<typeof encrypted>;

const tagBytes = 16;

/** Throws if the text was changed or encrypted with another key: `final` checks the tag. */
export function decrypt(apiV3Key: string, { ciphertext, nonce, associated_data }: Encrypted): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  decipher.setAAD(Buffer.from(associated_data));
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString();
}
