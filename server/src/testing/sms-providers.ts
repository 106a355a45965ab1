import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * A stand-in for the servers of Alibaba Cloud, Tencent Cloud and Twilio. It computes each signature from the request as
 * it arrived, and rejects messages with a wrong signature.
 */

export const smsKeys = {
  ALIYUN_SMS_KEY_ID: 'aliyun-id',
  ALIYUN_SMS_KEY_SECRET: 'aliyun-secret',
  ALIYUN_SMS_SIGN: '云椅',
  ALIYUN_SMS_TEMPLATE: 'zh_CN=SMS_1,en_US=SMS_2',
  TENCENT_SMS_ID: 'tencent-id',
  TENCENT_SMS_KEY: 'tencent-key',
  TENCENT_SMS_APP: '1400000001',
  TENCENT_SMS_SIGN: '云椅',
  TENCENT_SMS_TEMPLATE: '1001',
  TWILIO_SID: 'AC00000000000000000000000000000001',
  TWILIO_TOKEN: 'twilio-token',
  TWILIO_FROM: 'MG0001',
};

export type ProviderName = 'aliyun' | 'tencent' | 'twilio';

export interface Taken {
  provider: ProviderName;
  mobile: string;
  code: string;
  template: string;
}

/** What a provider does with the next request: refuses with a code, answers a status, or never answers. */
export type Fault = { refuse: string } | { status: number } | 'silence';

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest();
const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
const partsOf = (authorization: string) =>
  Object.fromEntries([...authorization.matchAll(/(\w+)=([^, ]+)/g)].map(([, name, value]) => [name, value ?? '']));

interface Arrived {
  request: IncomingMessage;
  url: URL;
  body: string;
}

/** The canonical request, from the headers that the caller claims to have signed. */
function canonicalOf({ request, url, body }: Arrived, names: string): string {
  const query = [...url.searchParams]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  return [request.method, url.pathname, query, headers.join(''), names, sha256(body)].join('\n');
}
const strict = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const checks: Record<ProviderName, (arrived: Arrived) => Omit<Taken, 'provider'> | undefined> = {
  aliyun(arrived) {
    const { Credential, SignedHeaders = '', Signature = '' } = partsOf(arrived.request.headers.authorization ?? '');
    const wanted = hmac(
      smsKeys.ALIYUN_SMS_KEY_SECRET,
      `ACS3-HMAC-SHA256\n${sha256(canonicalOf(arrived, SignedHeaders))}`,
    ).toString('hex');
    const query = arrived.url.searchParams;
    if (Credential !== smsKeys.ALIYUN_SMS_KEY_ID || !same(Signature, wanted)) return undefined;
    if (arrived.request.headers['x-acs-action'] !== 'SendSms' || query.get('SignName') !== '云椅') return undefined;
    const { code } = JSON.parse(query.get('TemplateParam') ?? '{}') as { code: string };
    return { mobile: query.get('PhoneNumbers') ?? '', code, template: query.get('TemplateCode') ?? '' };
  },
  tencent(arrived) {
    const { headers } = arrived.request;
    const { Credential = '', SignedHeaders = '', Signature = '' } = partsOf(headers.authorization ?? '');
    const [id, date = '', service = ''] = Credential.split('/');
    const scope = `${date}/${service}/tc3_request`;
    const canonical = canonicalOf(arrived, SignedHeaders);
    const toSign = ['TC3-HMAC-SHA256', headers['x-tc-timestamp'], scope, sha256(canonical)].join('\n');
    const key = hmac(hmac(hmac(`TC3${smsKeys.TENCENT_SMS_KEY}`, date), service), 'tc3_request');
    if (id !== smsKeys.TENCENT_SMS_ID || !same(Signature, hmac(key, toSign).toString('hex'))) return undefined;
    const sent = JSON.parse(arrived.body) as {
      PhoneNumberSet: string[];
      TemplateParamSet: string[];
      TemplateId: string;
      SmsSdkAppId: string;
    };
    if (sent.SmsSdkAppId !== smsKeys.TENCENT_SMS_APP) return undefined;
    const [mobile = ''] = sent.PhoneNumberSet;
    return { mobile, code: sent.TemplateParamSet.join(' '), template: sent.TemplateId };
  },
  twilio({ request, url, body }) {
    const basic = `Basic ${Buffer.from(`${smsKeys.TWILIO_SID}:${smsKeys.TWILIO_TOKEN}`).toString('base64')}`;
    const path = `/2010-04-01/Accounts/${smsKeys.TWILIO_SID}/Messages.json`;
    const form = new URLSearchParams(body);
    if (!same(request.headers.authorization ?? '', basic) || url.pathname !== path) return undefined;
    const template = form.get('MessagingServiceSid') ?? '';
    return { mobile: form.get('To') ?? '', code: form.get('Body') ?? '', template };
  },
};

const accepted: Record<ProviderName, [number, object]> = {
  aliyun: [200, { Code: 'OK', Message: 'OK', BizId: '1', RequestId: '1' }],
  tencent: [200, { Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: '1' }], RequestId: '1' } }],
  twilio: [201, { sid: 'SM1', status: 'queued' }],
};
const refusals: Record<ProviderName, (code: string) => [number, object]> = {
  aliyun: (Code) => [200, { Code, Message: 'refused', RequestId: '1' }],
  tencent: (Code) => [200, { Response: { SendStatusSet: [{ Code }], RequestId: '1' } }],
  twilio: (code) => [400, { code: Number(code), message: 'refused', status: 400 }],
};

export async function startSmsProviders() {
  const taken: Taken[] = [];
  const faults: Fault[] = [];
  const asked: ProviderName[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://provider');
    const provider: ProviderName = request.headers['x-acs-action']
      ? 'aliyun'
      : request.headers['x-tc-action']
        ? 'tencent'
        : 'twilio';
    asked.push(provider);
    const arrived = { request, url, body: await text(request) };
    const fault = faults.shift();
    if (fault === 'silence') return;
    const send = ([status, body]: [number, object]) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (fault && 'status' in fault) return void response.writeHead(fault.status).end('<html>');
    if (fault) return send(refusals[provider](fault.refuse));
    const message = checks[provider](arrived);
    if (!message)
      return send([403, { Code: 'SignatureDoesNotMatch', code: 20003, Response: { Error: { Code: 'AuthFailure' } } }]);
    taken.push({ provider, ...message });
    return send(accepted[provider]);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { ...smsKeys, ALIYUN_SMS_URL: url, TENCENT_SMS_URL: url, TWILIO_URL: url },
    taken,
    /** Faults for the next requests, one each. */
    faults,
    /** The providers that were called, in order. */
    asked,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
