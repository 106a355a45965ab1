import { createHash, createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { PostSms } from './http.ts';
import type { AliyunSettings } from './settings.ts';
import { NotSent, type SmsMessage, type SmsProvider } from './sms.port.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** RFC 3986: more characters are escaped than `encodeURIComponent` escapes. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const canonicalQuery = (query: Record<string, string>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');

interface AcsRequest {
  host: string;
  action: string;
  version: string;
  date: string;
  nonce: string;
  query: string;
}

/** The headers of a request without a body, signed by ACS3-HMAC-SHA256. */
export function acsHeaders({ host, action, version, date, nonce, query }: AcsRequest, keyId: string, secret: string) {
  const emptyBody = sha256('');
  const signed = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': emptyBody,
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const canonical = ['POST', '/', query, lines.join(''), names, emptyBody].join('\n');
  const signature = createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names},Signature=${signature}`;
  return { ...signed, authorization };
}

const answer = z.object({ Code: z.string() });
const prefix = '+86';
/** Codes that mean: the provider was busy and sent nothing. */
const busy = ['isp.SYSTEM_ERROR', 'Throttling', 'Throttling.User', 'ServiceUnavailable'];

/** Alibaba Cloud SMS, for numbers of mainland China. */
export function makeAliyun(settings: AliyunSettings, { clock, post }: { clock: Clock; post: PostSms }): SmsProvider {
  const { host } = new URL(settings.url);

  async function send({ mobile, code, language }: SmsMessage): Promise<void> {
    const query = canonicalQuery({
      PhoneNumbers: mobile.slice(prefix.length),
      SignName: settings.sign,
      TemplateCode: settings.template(language),
      TemplateParam: JSON.stringify({ code }),
    });
    const date = clock()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z');
    const request = { host, action: 'SendSms', version: '2017-05-25', date, nonce: randomUUID(), query };
    const { host: _set, ...headers } = acsHeaders(request, settings.keyId, settings.keySecret);
    const { status, body } = await post(`${settings.url}/?${query}`, { headers });
    const parsed = answer.safeParse(body);
    if (!parsed.success) throw new Error(`Alibaba Cloud answered ${status}`);
    if (parsed.data.Code !== 'OK') throw new NotSent(parsed.data.Code, { retry: busy.includes(parsed.data.Code) });
  }

  return { name: 'aliyun', reaches: (mobile) => mobile.startsWith(prefix), send };
}
