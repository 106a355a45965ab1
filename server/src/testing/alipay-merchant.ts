import { createPublicKey, createSign, createVerify } from 'node:crypto';
import { makeFolder, makeRsaKeys } from './rsa-keys.ts';

/** Making keys takes long: all tests of a file share them. */
const appKeys = makeRsaKeys();
const alipayKeys = makeRsaKeys();

export const signAsAlipay = (text: string, key = alipayKeys.privateKey): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');

interface AlipayCall {
  method: string;
  content: Record<string, unknown>;
  params: Record<string, string>;
}

/** The content of an answer, or a complete answer. */
export type AlipayAnswer =
  | { content: Record<string, unknown>; sign?: string }
  | { status?: number; text: string }
  | Error;

/**
 * A merchant of Alipay for tests. `fetch` checks the signature of each call and answers with the result of `answer`.
 */
export function makeAlipayMerchant() {
  const folder = makeFolder();
  const calls: AlipayCall[] = [];
  let answer: (call: AlipayCall) => AlipayAnswer = () => ({ status: 500, text: '' });

  async function fetch(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const params = Object.fromEntries([
      ...new URL(String(url)).searchParams,
      ...new URLSearchParams(String(init.body ?? '')),
    ]);
    const { sign = '', ...signed } = params;
    const text = Object.keys(signed)
      .toSorted()
      .map((name) => `${name}=${signed[name]}`)
      .join('&');
    const isOurs = createVerify('RSA-SHA256')
      .update(text, 'utf8')
      .verify(createPublicKey(appKeys.publicKey), sign, 'base64');
    if (!isOurs) throw new Error('our signature is wrong');
    const { method = '', biz_content = '{}' } = params;
    const call = { method, content: JSON.parse(biz_content), params };
    calls.push(call);
    const given = answer(call);
    if (given instanceof Error) throw given;
    return new Response(textOf(method, given), { status: 'status' in given ? given.status : 200 });
  }

  return {
    calls,
    folder,
    appKeys,
    alipayKeys,
    fetch: fetch as typeof globalThis.fetch,
    answerWith(next: typeof answer): void {
      answer = next;
    },
    settings: {
      ALIPAY_APP_ID: '2021000000000001',
      ALIPAY_SELLER_ID: '2088000000000001',
      ALIPAY_PRIVATE_KEY_FILE: folder.file('app.pem', appKeys.privateKey),
      ALIPAY_PUBLIC_KEY_FILE: folder.file('alipay.pem', alipayKeys.publicKey),
    } as Record<string, string>,
  };
}

function textOf(method: string, answer: Exclude<AlipayAnswer, Error>): string {
  if ('text' in answer) return answer.text;
  const inner = JSON.stringify(answer.content);
  const sign = answer.sign ?? signAsAlipay(inner);
  return `{"${method.replaceAll('.', '_')}_response":${inner},"sign":"${sign}"}`;
}
