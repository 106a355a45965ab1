import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { readEnv } from '../../platform/env.ts';
import { makeLog } from '../../platform/log.ts';
import { makeMetrics } from '../../platform/metrics.ts';
import { startSmsProviders } from '../../testing/sms-providers.ts';
import { startTestServer } from '../../testing/start.ts';
import { makeSms } from './sms.ts';

let providers: Awaited<ReturnType<typeof startSmsProviders>>;
beforeAll(async () => {
  providers = await startSmsProviders();
});
afterAll(() => providers.stop());
beforeEach(() => {
  for (const list of [providers.taken, providers.asked, providers.faults]) list.length = 0;
});

const smsOf = (settings: Record<string, string>, answerWithinMs = 30_000) =>
  makeSms({
    env: readEnv({ ...providers.settings, ...settings }),
    clock: () => new Date(),
    log: makeLog('silent'),
    metrics: makeMetrics(),
    timing: { answerWithinMs },
  });
const code = '012345';
const chinese = { mobile: '+8613800000001', code, language: 'zh_CN' } as const;
const malaysian = { mobile: '+60123456789', code, language: 'en_US' } as const;

describe('a message is signed as the provider requires, in the language of its reader, by', () => {
  it('Alibaba Cloud', async () => {
    const { send } = smsOf({ SMS_PROVIDER: 'aliyun' });
    expect(await send(chinese)).toBe('sent');
    expect(await send({ ...chinese, language: 'en_US' })).toBe('sent');
    expect(providers.taken).toEqual([
      { provider: 'aliyun', mobile: '13800000001', code, template: 'SMS_1' },
      { provider: 'aliyun', mobile: '13800000001', code, template: 'SMS_2' },
    ]);
  });

  it('Tencent Cloud', async () => {
    expect(await smsOf({ SMS_PROVIDER: 'tencent' }).send(malaysian)).toBe('sent');
    expect(providers.taken).toEqual([
      { provider: 'tencent', mobile: '+60123456789', code: '012345 5', template: '1001' },
    ]);
  });

  it('Twilio', async () => {
    expect(await smsOf({ SMS_PROVIDER: 'twilio' }).send(malaysian)).toBe('sent');
    const text = 'Your code is 012345. It is valid for 5 minutes. Do not share it with anyone.';
    expect(providers.taken).toEqual([{ provider: 'twilio', mobile: '+60123456789', code: text, template: 'MG0001' }]);
  });
});

describe.each(['aliyun', 'tencent', 'twilio'] as const)('%s', (name) => {
  it('with a wrong key sends nothing', async () => {
    const wrong = { ALIYUN_SMS_KEY_SECRET: 'x', TENCENT_SMS_KEY: 'x', TWILIO_TOKEN: 'x' };
    expect(await smsOf({ SMS_PROVIDER: name, ...wrong }).send(chinese)).toBe('not sent');
    expect(providers.taken).toEqual([]);
  });

  it('that refuses is not called again', async () => {
    providers.faults.push({ refuse: '21610' });
    expect(await smsOf({ SMS_PROVIDER: name }).send(chinese)).toBe('not sent');
    expect(providers.asked).toEqual([name]);
  });

  it('whose answer cannot be understood may have sent it', async () => {
    providers.faults.push({ status: 502 });
    expect(await smsOf({ SMS_PROVIDER: name }).send(chinese)).toBe('unknown');
    expect(providers.asked).toEqual([name]);
  });

  it('that does not answer in time may have sent it, and it is not sent again', async () => {
    providers.faults.push('silence');
    const { send } = smsOf({ SMS_PROVIDER: name }, 1_000);
    expect(await send(chinese)).toBe('unknown');
    expect(providers.taken).toEqual([]);
  });

  it('that is unreachable has sent nothing', async () => {
    const gone = await startSmsProviders();
    await gone.stop();
    const nobody = gone.settings.TWILIO_URL;
    const away = { ALIYUN_SMS_URL: nobody, TENCENT_SMS_URL: nobody, TWILIO_URL: nobody };
    expect(await smsOf({ SMS_PROVIDER: name, ...away }).send(chinese)).toBe('not sent');
  });
});

it('a busy provider is tried once more', async () => {
  providers.faults.push({ refuse: 'isp.SYSTEM_ERROR' });
  expect(await smsOf({ SMS_PROVIDER: 'aliyun' }).send(chinese)).toBe('sent');
  expect(providers.asked).toEqual(['aliyun', 'aliyun']);
});

it('the provider is chosen by the country of the number; countries that none reaches are not accepted', async () => {
  const both = smsOf({ SMS_PROVIDER: 'aliyun,twilio' });
  await both.send(chinese);
  await both.send(malaysian);
  expect(providers.asked).toEqual(['aliyun', 'twilio']);
  expect(both.countries).toEqual(['CN', 'MY', 'PH', 'ID']);
  expect(smsOf({ SMS_PROVIDER: 'aliyun' }).countries).toEqual(['CN']);
});

it('a country that no provider reaches is reported to the operator, and no other', () => {
  const warnings = (names: string) => {
    const lines: string[] = [];
    const env = readEnv({ ...providers.settings, SMS_PROVIDER: names });
    const log = makeLog('warn', { write: (line) => void lines.push(line) });
    makeSms({ env, clock: () => new Date(), log, metrics: makeMetrics(), timing: { answerWithinMs: 30_000 } });
    return lines.map((line) => (JSON.parse(line) as { countries?: string[] }).countries);
  };
  expect(warnings('aliyun')).toEqual([['MY', 'PH', 'ID']]);
  expect(warnings('aliyun,twilio')).toEqual([]);
});

it('a login code goes through the provider; one that was not sent is an error and does not count', async () => {
  const server = await startTestServer(inject('postgresUrl'), { ...providers.settings, SMS_PROVIDER: 'aliyun' });
  try {
    const { client } = server;
    providers.faults.push({ refuse: 'isv.OUT_OF_SERVICE' });
    expect(await client.session.smsCode({ mobile: '13800000001' })).toMatchObject({ status: 503, code: 503 });
    expect((await client.session.smsCode({ mobile: '13800000001' })).code).toBe(200);
    const sent = providers.taken.at(-1)?.code ?? '';
    expect((await client.session.smsLogin({ mobile: '+86 138 0000 0001', code: sent })).code).toBe(200);
    expect((await client.session.smsCode({ mobile: '+60123456789' })).code).toBe(400);
    const leaked = server.logged.filter((line) => line.includes(sent) || line.includes('aliyun-secret'));
    expect(leaked).toEqual([]);
  } finally {
    await server.stop();
  }
});

it('codes that no provider accepts are limited to sixty an hour for an address, because each causes calls to the provider', async () => {
  const server = await startTestServer(inject('postgresUrl'), { ...providers.settings, SMS_PROVIDER: 'aliyun' });
  try {
    const { client, pool } = server;
    await pool.query(
      `INSERT INTO rate_limit_uses (scope, key, at) SELECT 'codes not sent', '127.0.0.1', now() FROM generate_series(1, 59)`,
    );
    providers.faults.push({ refuse: 'isv.OUT_OF_SERVICE' });
    expect((await client.session.smsCode({ mobile: '13800000003' })).code).toBe(503);
    const asked = providers.asked.length;
    expect((await client.session.smsCode({ mobile: '13800000003' })).code).toBe(429);
    expect(providers.asked).toHaveLength(asked);
  } finally {
    await server.stop();
  }
});
