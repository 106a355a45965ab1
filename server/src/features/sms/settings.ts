import { isLanguage, type Language } from '@recline/contract/languages';
import type { Env } from '../../platform/env.ts';

/** The template of a language; a language without one gets the first. */
type Template = (language: Language) => string;

export interface AliyunSettings {
  keyId: string;
  keySecret: string;
  sign: string;
  template: Template;
  url: string;
}
export interface TencentSettings {
  id: string;
  key: string;
  app: string;
  sign: string;
  template: Template;
  url: string;
}
export interface TwilioSettings {
  sid: string;
  token: string;
  from: string;
  url: string;
}

/** The providers in order of preference. */
export type ProviderSettings =
  | { name: 'log' }
  | ({ name: 'aliyun' } & AliyunSettings)
  | ({ name: 'tencent' } & TencentSettings)
  | ({ name: 'twilio' } & TwilioSettings);

/**
 * Reads the settings of SMS, or throws an error of one line that names what is missing. Without a provider, login by
 * number is not offered.
 */
export function smsSettings(env: Env): ProviderSettings[] {
  const names = env.SMS_PROVIDER ?? (env.DEMO && !env.isPublic ? ['log' as const] : []);
  const missing: string[] = [];
  const text = (name: keyof Env): string => {
    const value = env[name];
    if (typeof value === 'string') return value;
    missing.push(name);
    return '';
  };
  const read = {
    log: () => ({}),
    aliyun: () => ({
      keyId: text('ALIYUN_SMS_KEY_ID'),
      keySecret: text('ALIYUN_SMS_KEY_SECRET'),
      sign: text('ALIYUN_SMS_SIGN'),
      template: templateOf(text('ALIYUN_SMS_TEMPLATE')),
      url: env.ALIYUN_SMS_URL,
    }),
    tencent: () => ({
      id: text('TENCENT_SMS_ID'),
      key: text('TENCENT_SMS_KEY'),
      app: text('TENCENT_SMS_APP'),
      sign: text('TENCENT_SMS_SIGN'),
      template: templateOf(text('TENCENT_SMS_TEMPLATE')),
      url: env.TENCENT_SMS_URL,
    }),
    twilio: () => ({
      sid: text('TWILIO_SID'),
      token: text('TWILIO_TOKEN'),
      from: text('TWILIO_FROM'),
      url: env.TWILIO_URL,
    }),
  };
  const settings = names.map((name) => ({ name, ...read[name]() }) as ProviderSettings);
  if (missing.length > 0) throw new Error(`SMS_PROVIDER=${names.join(',')} also needs ${missing.join(', ')}`);
  return settings;
}

/** One template for all, or `zh_CN=…,en_US=…`. */
export function templateOf(text: string): Template {
  const named = text.split(',').map((part) => part.split('='));
  const byLanguage = new Map(
    named.flatMap(([language = '', id]) => (isLanguage(language) && id ? [[language, id] as const] : [])),
  );
  const [first = text] = byLanguage.values();
  return (language) => byLanguage.get(language) ?? first;
}
