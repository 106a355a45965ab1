import { expect, it } from 'vitest';
import { makeAliyun } from './aliyun.ts';
import type { HttpAnswer, PostSms } from './http.ts';
import { NotSent, type SmsProvider } from './sms.port.ts';
import { makeTencent } from './tencent.ts';
import { makeTwilio } from './twilio.ts';

/** What a provider's answer means: sent, certainly not sent (and whether to retry), or unknown. */

const clock = () => new Date('2026-11-15T12:00:00.750Z');
const template = () => 'T1';

const made: Record<string, (post: PostSms) => SmsProvider> = {
  aliyun: (post) =>
    makeAliyun({ keyId: 'k', keySecret: 's', sign: 'Rest', template, url: 'https://aliyun.test' }, { clock, post }),
  tencent: (post) =>
    makeTencent({ id: 'i', key: 'k', app: '7', sign: 'Rest', template, url: 'https://tencent.test' }, { clock, post }),
  twilio: (post) => makeTwilio({ sid: 'AC1', token: 't', from: '+15550001', url: 'https://twilio.test' }, { post }),
};

async function outcomeOf(name: string, answer: HttpAnswer): Promise<string> {
  const provider = made[name]?.(async () => answer);
  try {
    await provider?.send({ mobile: '+8613800000001', code: '012345', language: 'en_US' });
    return 'sent';
  } catch (error) {
    if (error instanceof NotSent) return `not sent: ${error.message}${error.retry ? ', again' : ''}`;
    return `unknown: ${(error as Error).message}`;
  }
}

const aliyun = (Code: string) => ({ status: 200, body: { Code } });
const tencent = (Response: object) => ({ status: 200, body: { Response } });
const twilio = (status: number, body: object | null) => ({ status, body });

it.each<[string, HttpAnswer, string]>([
  ['aliyun', aliyun('OK'), 'sent'],
  ['aliyun', aliyun('isp.SYSTEM_ERROR'), 'not sent: isp.SYSTEM_ERROR, again'],
  ['aliyun', aliyun('Throttling'), 'not sent: Throttling, again'],
  ['aliyun', aliyun('Throttling.User'), 'not sent: Throttling.User, again'],
  ['aliyun', aliyun('ServiceUnavailable'), 'not sent: ServiceUnavailable, again'],
  ['aliyun', aliyun('isv.AMOUNT_NOT_ENOUGH'), 'not sent: isv.AMOUNT_NOT_ENOUGH'],
  ['aliyun', { status: 502, body: null }, 'unknown: Alibaba Cloud answered 502'],
  ['tencent', tencent({ SendStatusSet: [{ Code: 'Ok' }] }), 'sent'],
  ['tencent', tencent({ SendStatusSet: [{ Code: 'InternalError' }] }), 'not sent: InternalError, again'],
  ['tencent', tencent({ Error: { Code: 'InternalError.Timeout' } }), 'not sent: InternalError.Timeout, again'],
  ['tencent', tencent({ Error: { Code: 'RequestLimitExceeded' } }), 'not sent: RequestLimitExceeded, again'],
  ['tencent', tencent({ Error: { Code: 'ResourceUnavailable' } }), 'not sent: ResourceUnavailable, again'],
  ['tencent', tencent({ Error: { Code: 'AuthFailure' }, SendStatusSet: [{ Code: 'Ok' }] }), 'not sent: AuthFailure'],
  ['tencent', tencent({ SendStatusSet: [{ Code: 'LimitExceeded' }] }), 'not sent: LimitExceeded'],
  ['tencent', tencent({ SendStatusSet: [] }), 'not sent: no status'],
  ['tencent', tencent({}), 'not sent: no status'],
  ['tencent', { status: 504, body: null }, 'unknown: Tencent Cloud answered 504'],
  ['twilio', twilio(201, { sid: 'SM1' }), 'sent'],
  ['twilio', twilio(201, {}), 'unknown: Twilio answered 201'],
  ['twilio', twilio(201, null), 'unknown: Twilio answered 201'],
  ['twilio', twilio(200, { sid: 'SM1' }), 'unknown: Twilio answered 200'],
  ['twilio', twilio(400, { code: 21211 }), 'not sent: 21211'],
  ['twilio', twilio(499, null), 'not sent: 499'],
  ['twilio', twilio(429, { code: 20429 }), 'not sent: 20429, again'],
  ['twilio', twilio(399, null), 'unknown: Twilio answered 399'],
  ['twilio', twilio(500, { code: 20500 }), 'unknown: Twilio answered 500'],
])('%s answers %j: %s', async (name, answer, expected) => {
  expect(await outcomeOf(name, answer)).toBe(expected);
});

/** The request to a provider. */
async function sentBy(name: string, mobile: string) {
  const sent: { url: URL; headers: Record<string, string>; body: unknown }[] = [];
  const provider = made[name]?.(async (url, { headers, body }) => {
    sent.push({ url: new URL(url), headers: headers as Record<string, string>, body });
    return { status: 500, body: null };
  });
  await provider?.send({ mobile, code: '012345', language: 'en_US' }).catch(() => {});
  return { ...sent[0], reaches: (number: string) => provider?.reaches(number) };
}

it('Alibaba Cloud gets the number without its country, sign, template and code, and reaches only China', async () => {
  const { url, headers, reaches } = await sentBy('aliyun', '+8613800000001');
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    PhoneNumbers: '13800000001',
    SignName: 'Rest',
    TemplateCode: 'T1',
    TemplateParam: '{"code":"012345"}',
  });
  expect(headers).toMatchObject({
    'x-acs-action': 'SendSms',
    'x-acs-version': '2017-05-25',
    'x-acs-date': '2026-11-15T12:00:00Z',
  });
  expect(headers?.host).toBeUndefined();
  expect([reaches('+8613800000001'), reaches('+60123456789')]).toEqual([true, false]);
});

it('Tencent Cloud gets the whole number, and the minutes for which the code is valid', async () => {
  const { url, headers, body, reaches } = await sentBy('tencent', '+60123456789');
  expect(url?.href).toBe('https://tencent.test/');
  expect(JSON.parse(String(body))).toEqual({
    PhoneNumberSet: ['+60123456789'],
    SmsSdkAppId: '7',
    SignName: 'Rest',
    TemplateId: 'T1',
    TemplateParamSet: ['012345', '5'],
  });
  expect(headers).toMatchObject({
    'x-tc-action': 'SendSms',
    'x-tc-version': '2021-01-11',
    'x-tc-region': 'ap-guangzhou',
    'x-tc-timestamp': String(Date.parse('2026-11-15T12:00:00Z') / 1000),
  });
  expect(reaches('+60123456789')).toBe(true);
});

it('Twilio gets a text of ours, from a number or from a messaging service', async () => {
  const { url, headers, body } = await sentBy('twilio', '+60123456789');
  expect(url?.pathname).toBe('/2010-04-01/Accounts/AC1/Messages.json');
  expect(headers?.authorization).toBe(`Basic ${Buffer.from('AC1:t').toString('base64')}`);
  const fields = Object.fromEntries(body as URLSearchParams);
  expect(fields).toMatchObject({ To: '+60123456789', From: '+15550001', Body: expect.stringContaining('012345') });
  const bodies: string[] = [];
  const service = makeTwilio(
    { sid: 'AC1', token: 't', from: 'MG1', url: 'https://twilio.test' },
    {
      post: async (_url, init) => {
        bodies.push(String(init.body as URLSearchParams));
        return { status: 201, body: { sid: 'SM1' } };
      },
    },
  );
  await service.send({ mobile: '+60123456789', code: '012345', language: 'id_ID' });
  expect(bodies[0]).toContain('MessagingServiceSid=MG1');
  expect(bodies[0]).not.toContain('From=');
});
