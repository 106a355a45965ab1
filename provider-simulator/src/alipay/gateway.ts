import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Context } from '../core/context.ts';
import type { Answer, Call } from '../core/http.ts';

/** The common part of Alipay's gateway: parameters, their signature, and signed answers. */

export type Params = Record<string, string>;

/** A refusal in Alipay's own form. */
export class AlipayError extends Error {
  code: string;
  subCode: string;
  constructor(code: string, subCode: string, message: string) {
    super(message);
    this.code = code;
    this.subCode = subCode;
  }
}

export const businessError = (subCode: string, message: string) => new AlipayError('40004', `ACQ.${subCode}`, message);
export const badParameter = (subCode: string, message: string) => new AlipayError('40002', `isv.${subCode}`, message);

const messages: Record<string, string> = {
  '10000': 'Success',
  '20000': 'Service Currently Unavailable',
  '40001': 'Missing Required Arguments',
  '40002': 'Invalid Arguments',
  '40004': 'Business Failed',
};

/** Parameters may be in the query, in the body, or in both. */
export function readParams(call: Call): Params {
  return Object.fromEntries([...call.url.searchParams, ...new URLSearchParams(call.body.toString())]);
}

export const signText = (params: Params, without: string[]): string =>
  Object.keys(params)
    .filter((name) => !without.includes(name) && params[name] !== '')
    .toSorted()
    .map((name) => `${name}=${params[name]}`)
    .join('&');

export const signWith = (key: KeyObject, text: string): string =>
  sign('RSA-SHA256', Buffer.from(text), key).toString('base64');

/** Checks what every request must have, and its signature. */
export function checkParams(params: Params, { keys }: Context): void {
  for (const name of ['app_id', 'method', 'charset', 'sign_type', 'sign', 'timestamp', 'version'])
    if (!params[name]) throw new AlipayError('40001', `isv.missing-${name.replace('_', '-')}`, `缺少${name}参数`);
  if (params.app_id !== keys.alipay.appId) throw badParameter('invalid-app-id', '无效的AppID参数');
  if (params.sign_type !== 'RSA2') throw badParameter('invalid-signature-type', '无效的签名类型');
  if (params.version !== '1.0' || params.charset?.toLowerCase() !== 'utf-8')
    throw badParameter('invalid-charset', '无效的字符集或版本');
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(params.timestamp ?? ''))
    throw badParameter('invalid-timestamp', '非法的时间戳参数');
  const text = Buffer.from(signText(params, ['sign']));
  const signature = Buffer.from(params.sign ?? '', 'base64');
  if (!verify('RSA-SHA256', text, createPublicKey(keys.alipay.appKey), signature))
    throw badParameter(
      'invalid-signature',
      '验签出错，请确认charset参数放在了URL查询字符串中且各参数值使用charset参数指示的字符集编码',
    );
}

export function bizContent(params: Params): Record<string, unknown> {
  try {
    return JSON.parse(params.biz_content ?? '{}') as Record<string, unknown>;
  } catch {
    throw badParameter('invalid-parameter', 'biz_content不是合法的JSON');
  }
}

/** An answer, signed over the exact bytes of its inner object. */
export function answer(method: string, content: Record<string, unknown>, key: KeyObject | undefined): Answer {
  const inner = JSON.stringify({ code: '10000', msg: messages['10000'], ...content });
  const name = `${method.replaceAll('.', '_')}_response`;
  const signature = key ? `,"sign":"${signWith(key, inner)}"` : '';
  return page(`{"${name}":${inner}${signature}}`);
}

/** The gateway's own refusals come as `error_response`, without a signature where the caller is unknown. */
export function errorAnswer(
  method: string | undefined,
  { code, subCode, message }: AlipayError,
  key: KeyObject,
): Answer {
  const content = { code, msg: messages[code] ?? 'Error', sub_code: subCode, sub_msg: message };
  if (method && code !== '40001' && subCode !== 'isv.invalid-app-id') return answer(method, content, key);
  return page(JSON.stringify({ error_response: content }));
}

const page = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html;charset=utf-8' },
  body,
});
