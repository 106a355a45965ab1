import { createHash, createHmac } from 'node:crypto';
import { limits } from '@recline/contract/limits';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { PostSms } from './http.ts';
import type { TencentSettings } from './settings.ts';
import { NotSent, type SmsMessage, type SmsProvider } from './sms.port.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

interface Tc3Request {
  host: string;
  service: string;
  contentType: string;
  body: string;
  /** Seconds since 1970. */
  timestamp: number;
}

/** The Authorization header of a JSON request, signed by TC3-HMAC-SHA256. */
export function tc3Authorization(
  { host, service, contentType, body, timestamp }: Tc3Request,
  id: string,
  key: string,
): string {
  const names = 'content-type;host';
  const headers = `content-type:${contentType}\nhost:${host}\n`;
  const canonical = ['POST', '/', '', headers, names, sha256(body)].join('\n');
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const toSign = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n');
  const signingKey = [date, service, 'tc3_request'].reduce<string | Buffer>((k, part) => hmac(k, part), `TC3${key}`);
  const signature = hmac(signingKey, toSign).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
}

const answer = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string() }).optional(),
    SendStatusSet: z.array(z.object({ Code: z.string() })).optional(),
  }),
});
const contentType = 'application/json; charset=utf-8';
/** The service has one region for everybody outside finance. */
const region = 'ap-guangzhou';
const busy = ['InternalError', 'InternalError.Timeout', 'RequestLimitExceeded', 'ResourceUnavailable'];

/** Tencent Cloud SMS. Numbers outside mainland China need an international template. */
export function makeTencent(settings: TencentSettings, { clock, post }: { clock: Clock; post: PostSms }): SmsProvider {
  const { host } = new URL(settings.url);

  async function send({ mobile, code, language }: SmsMessage): Promise<void> {
    const body = JSON.stringify({
      PhoneNumberSet: [mobile],
      SmsSdkAppId: settings.app,
      SignName: settings.sign,
      TemplateId: settings.template(language),
      TemplateParamSet: [code, String(limits.smsCodeMinutes)],
    });
    const timestamp = Math.floor(clock().getTime() / 1000);
    const headers = {
      'content-type': contentType,
      authorization: tc3Authorization(
        { host, service: 'sms', contentType, body, timestamp },
        settings.id,
        settings.key,
      ),
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-region': region,
      'x-tc-timestamp': String(timestamp),
    };
    const { status, body: answered } = await post(`${settings.url}/`, { headers, body });
    const parsed = answer.safeParse(answered);
    if (!parsed.success) throw new Error(`Tencent Cloud answered ${status}`);
    const { Error: refused, SendStatusSet: [sent] = [] } = parsed.data.Response;
    const result = refused?.Code ?? sent?.Code ?? 'no status';
    if (result !== 'Ok') throw new NotSent(result, { retry: busy.includes(result) });
  }

  return { name: 'tencent', reaches: () => true, send };
}
