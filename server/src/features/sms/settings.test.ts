import { describe, expect, it } from 'vitest';
import { readEnv } from '../../platform/env.ts';
import { smsKeys } from '../../testing/sms-providers.ts';
import { smsSettings, templateOf } from './settings.ts';

const database = { DATABASE_URL: 'postgres://localhost/x' };
const namesOf = (given: Record<string, string>) => smsSettings(readEnv(given)).map(({ name }) => name);

describe('the settings of SMS', () => {
  it('use the log with the demo, and if requested by name', () => {
    expect(namesOf({})).toEqual(['log']);
    expect(namesOf({ ...database, SMS_PROVIDER: 'log' })).toEqual(['log']);
  });

  const address = { PUBLIC_URL: 'https://chairs.example' };
  it.each([database, { ...database, DEMO: '1' }, address, { ...address, DEMO: '1' }, { DEMO: '0' }])(
    'name no provider unless one is set: %o',
    (given) => {
      expect(namesOf(given)).toEqual([]);
    },
  );

  it('name missing settings', () => {
    const { TWILIO_FROM: _from, ALIYUN_SMS_SIGN: _sign, ...rest } = smsKeys;
    expect(() => namesOf({ ...rest, SMS_PROVIDER: 'aliyun,twilio' })).toThrow(
      /^SMS_PROVIDER=aliyun,twilio also needs ALIYUN_SMS_SIGN, TWILIO_FROM$/,
    );
    expect(namesOf({ ...smsKeys, SMS_PROVIDER: 'tencent, aliyun,twilio' })).toEqual(['tencent', 'aliyun', 'twilio']);
  });

  it.each([
    ['SMS_PROVIDER', 'pigeon'],
    ['SMS_COUNTRIES', 'CN,DE'],
    ['SMS_DAILY_LIMIT', 'many'],
    ['TWILIO_URL', 'api.twilio.com'],
  ])('name %s when it is %s', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(name);
  });
});

it.each([
  ['SMS_1', 'zh_CN', 'SMS_1'],
  ['SMS_1', 'id_ID', 'SMS_1'],
  ['zh_CN=SMS_1,en_US=SMS_2', 'en_US', 'SMS_2'],
  ['zh_CN=SMS_1,en_US=SMS_2', 'id_ID', 'SMS_1'],
  ['zh_CN=,en_US=SMS_2', 'zh_CN', 'SMS_2'],
  ['SMS=1', 'zh_CN', 'SMS=1'],
] as const)('of the templates %s, %s gets %s', (text, language, template) => {
  expect(templateOf(text)(language)).toBe(template);
});
