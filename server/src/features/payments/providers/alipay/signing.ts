import type { KeyObject } from 'node:crypto';
import { isSigned, signText } from '../shared/rsa.ts';

/** How requests, answers and notices are signed: always RSA2, whatever a message claims. */

type Params = Record<string, string>;

/** `k=v` joined by `&`, sorted by name, values as they are. */
const signString = (params: Params): string =>
  Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** The parameters of a request with their signature. Empty ones are left out of both. */
export function signParams(params: Params, key: KeyObject): Params {
  const given = Object.fromEntries(Object.entries(params).filter(([name, value]) => name !== 'sign' && value !== ''));
  return { ...given, sign: signText(key, signString(given)) };
}

/** Whether a notice is Alipay's. `sign_type` is signed for some products only. */
export function isGenuine({ sign = '', sign_type, ...params }: Params, key: KeyObject): boolean {
  const isSignedOver = (signed: Params) => isSigned(key, Buffer.from(signString(signed)), sign);
  return isSignedOver(params) || (sign_type !== undefined && isSignedOver({ ...params, sign_type }));
}

/** The exact bytes of the object under `name` in an answer: the signature is over them. */
export function objectBytes(answer: Buffer, name: string): Buffer | undefined {
  const text = answer.toString('latin1'); // one character per byte
  const found = new RegExp(`"${name}"\\s*:\\s*(?=\\{)`).exec(text);
  if (!found) return undefined;
  const start = found.index + found[0].length;
  const end = endOfObject(text, start);
  return end === undefined ? undefined : answer.subarray(start, end);
}

/** The position after the brace that closes the one at `start`. */
function endOfObject(text: string, start: number): number | undefined {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}]/g;
  tokens.lastIndex = start;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}
