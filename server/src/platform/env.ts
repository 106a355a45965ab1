import { resolve } from 'node:path';
import { text } from '@recline/contract/fields';
import { languages } from '@recline/contract/languages';
import { mobileCountries } from '@recline/contract/mobile';
import { currencies } from '@recline/contract/money';
import { z } from 'zod';
import { isBrandColor, nearestBrandColor } from './brand-colors.ts';
import { isColor } from './contrast.ts';

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(65535));
const flag = z.enum(['0', '1']).transform((value) => value === '1');
const whole = z.string().regex(/^\d+$/).transform(Number);
const urlOf = (...schemes: string[]) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)), {
    message: `must be a URL beginning with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  });

/** A retention period; 0 is forever. */
const daysAtLeast = (least: number) =>
  whole.refine((days) => days === 0 || days >= least, { message: `must be 0 (forever) or at least ${least}` });

const webAddress = urlOf('https', 'http').transform((value) => value.replace(/\/+$/, ''));
const listOf = <const Name extends string>(names: readonly Name[]) =>
  z
    .string()
    .transform((value) => value.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(names, `must be among ${names.join(', ')}`)));

const brandColor = z
  .string()
  .toLowerCase()
  .refine(isColor, { message: 'must be a colour such as #0e7a6b', abort: true })
  .superRefine((color, context) => {
    if (isBrandColor(color)) return;
    const message = `cannot be read on the pages, or white on it (WCAG AA). The nearest that can: ${nearestBrandColor(color)}`;
    context.addIssue({ code: 'custom', message });
  });

/** Every setting. `settings-texts.ts` explains each. */
const schema = z.object({
  PORT: port.default(8080),
  HOST: z.string().optional(),
  PUBLIC_URL: urlOf('http', 'https')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  DATA_DIR: z
    .string()
    .default('./.data')
    .transform((value) => resolve(value)),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  MQTT_URL: urlOf('mqtt', 'mqtts', 'ws', 'wss').optional(),
  MQTT_PORT: port.default(1883),
  MQTT_HOST: z.string().default('127.0.0.1'),
  DEMO: flag.optional(),
  SIMULATED_CHAIRS: whole.optional(),
  DEMO_GUESTS: flag.default(true),
  HOST_SCANNERS: z
    .string()
    .default('')
    .transform((value) => value.split(',').filter((name) => name !== '')),
  PAYMENT_PROVIDERS: z
    .string()
    .transform((value) => [...new Set(value.split(',').map((name) => name.trim()))].filter((name) => name !== ''))
    .optional(),
  PAY_MINUTES: whole.pipe(z.number().min(1).max(120)).default(10),
  STOP_REFUND: z.enum(['none', 'unused']).default('none'),
  FAULT_REFUND: z.enum(['none', 'unused', 'whole']).default('unused'),
  /** On a public installation the sandbox and log SMS need this too. */
  ALLOW_PRETEND: flag.default(false),
  SMS_PROVIDER: listOf(['aliyun', 'tencent', 'twilio', 'log']).optional(),
  SMS_DAILY_LIMIT: whole.default(5000),
  SMS_COUNTRIES: listOf(mobileCountries).default([...mobileCountries]),
  ALIYUN_SMS_KEY_ID: z.string().optional(),
  ALIYUN_SMS_KEY_SECRET: z.string().optional(),
  ALIYUN_SMS_SIGN: z.string().optional(),
  ALIYUN_SMS_TEMPLATE: z.string().optional(),
  ALIYUN_SMS_URL: webAddress.default('https://dysmsapi.aliyuncs.com'),
  TENCENT_SMS_ID: z.string().optional(),
  TENCENT_SMS_KEY: z.string().optional(),
  TENCENT_SMS_APP: z.string().optional(),
  TENCENT_SMS_SIGN: z.string().optional(),
  TENCENT_SMS_TEMPLATE: z.string().optional(),
  TENCENT_SMS_URL: webAddress.default('https://sms.tencentcloudapi.com'),
  TWILIO_SID: z.string().optional(),
  TWILIO_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_URL: webAddress.default('https://api.twilio.com'),
  AGREEMENTS_DIR: z.string().optional(),
  APP_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .default('CN'),
  APP_CURRENCY: z.enum(currencies).default('CNY'),
  APP_LANGUAGE: z.enum([...languages, 'auto']).default('zh_CN'),
  APP_ID: z.string().default('recline'),
  API_URL: urlOf('http', 'https')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  SERVICE_PHONE: z.string().default(''),
  BRAND_NAME: text(32).default('Recline'),
  BRAND_LOGO: z.string().optional(),
  BRAND_COLOR: brandColor.optional(),
  BRAND_ADDRESS: text(200).or(z.literal('')).default(''),
  BRAND_TAX_ID: text(64).or(z.literal('')).default(''),
  UPLOAD_QUOTA_MB: whole.default(2048),
  OSS_BUCKET: z.string().optional(),
  OSS_ENDPOINT: urlOf('https', 'http').optional(),
  OSS_ACCESS_KEY_ID: z.string().optional(),
  OSS_ACCESS_KEY_SECRET: z.string().optional(),
  OSS_DOMAIN: urlOf('https', 'http')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  TILE_URL: urlOf('https', 'http')
    .or(z.literal('none'))
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png')
    .transform((value) => (value === 'none' ? undefined : value)),
  TILE_ATTRIBUTION: z.string().default('© OpenStreetMap'),
  TRUST_PROXY: flag.default(false),
  MAX_CALLS: whole.pipe(z.number().min(1)).default(1000),
  MAX_CONNECTIONS: whole.pipe(z.number().min(1)).default(10_000),
  KEEP_EVENT_DAYS: daysAtLeast(30).default(365),
  KEEP_COMMAND_DAYS: daysAtLeast(30).default(365),
  KEEP_NOTICE_DAYS: daysAtLeast(30).default(180),
  KEEP_UNPAID_DAYS: daysAtLeast(30).default(30),
  KEEP_SESSION_DAYS: daysAtLeast(1).default(30),
  KEEP_REPORT_DAYS: daysAtLeast(30).default(365),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** For the checks of documents and deployed files. */
export type SettingName = keyof typeof schema.shape;
export const settingNames = Object.keys(schema.shape) as SettingName[];

/** The default that the schema has for a setting, as it would be written. */
export function usualValue(name: SettingName): string {
  const { def } = schema.shape[name] as {
    def: { type: string; defaultValue?: unknown; in?: { def: { defaultValue?: unknown } } };
  };
  const value = def.defaultValue ?? def.in?.def.defaultValue;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value === undefined ? '' : String(value);
}

type Parsed = z.output<typeof schema>;
export type Env = Omit<Parsed, 'HOST' | 'DEMO' | 'PAYMENT_PROVIDERS'> & {
  HOST: string;
  DEMO: boolean;
  PAYMENT_PROVIDERS: string[];
  /** On an outside database or an https address: simulated services are used only if named. */
  isPublic: boolean;
  oss: OssSettings | undefined;
  /** The whole environment, for parts with their own settings. */
  given: Record<string, string | undefined>;
};

/** A bucket of Alibaba OSS for uploaded files; it calls us back, so it must know our address. */
export interface OssSettings {
  bucket: string;
  endpoint: string;
  accessId: string;
  accessSecret: string;
  publicUrl: string;
  domain: string | undefined;
}

/** Reads the settings once, or throws an error that names every bad one. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = schema.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings are wrong:\n${lines.join('\n')}`);
  }
  const env = result.data;
  const isPublic = env.DATABASE_URL !== undefined || env.PUBLIC_URL?.startsWith('https:') === true;
  const isDemo = env.DEMO ?? !isPublic;
  // The sandbox moves no money: it is used with a private demo, or if named.
  const PAYMENT_PROVIDERS = env.PAYMENT_PROVIDERS ?? (isDemo && !isPublic ? ['sandbox'] : []);
  // A demo has passwords that everybody knows.
  const HOST = env.HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0');
  return { ...env, HOST, DEMO: isDemo, PAYMENT_PROVIDERS, isPublic, oss: readOss(env), given };
}

/** Why the server must not start: a simulated service is in use without permission. */
export function refusalOfPretence(env: Pick<Env, 'isPublic' | 'ALLOW_PRETEND' | 'PAYMENT_PROVIDERS' | 'SMS_PROVIDER'>) {
  if (!env.isPublic || env.ALLOW_PRETEND) return undefined;
  const named = [
    ...(env.PAYMENT_PROVIDERS.includes('sandbox') ? ['PAYMENT_PROVIDERS=sandbox moves no money'] : []),
    ...(env.SMS_PROVIDER?.includes('log') ? ['SMS_PROVIDER=log sends no message'] : []),
  ];
  if (named.length === 0) return undefined;
  return `${named.join('; ')}. Name real providers, or set ALLOW_PRETEND=1 for a trial with an https PUBLIC_URL or a DATABASE_URL.`;
}

function readOss(env: Parsed): OssSettings | undefined {
  const { OSS_BUCKET, OSS_ENDPOINT, OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET, OSS_DOMAIN, PUBLIC_URL } = env;
  const needed = { OSS_BUCKET, OSS_ENDPOINT, OSS_ACCESS_KEY_ID, OSS_ACCESS_KEY_SECRET, PUBLIC_URL };
  if (!OSS_BUCKET && !OSS_ENDPOINT && !OSS_ACCESS_KEY_ID && !OSS_ACCESS_KEY_SECRET) return undefined;
  if (!OSS_BUCKET || !OSS_ENDPOINT || !OSS_ACCESS_KEY_ID || !OSS_ACCESS_KEY_SECRET || !PUBLIC_URL) {
    const missing = Object.entries(needed).filter(([, value]) => !value);
    const lines = missing.map(([name]) => `  ${name}: is needed for files on OSS`);
    throw new Error(`These settings are wrong:\n${lines.join('\n')}`);
  }
  return {
    bucket: OSS_BUCKET,
    endpoint: OSS_ENDPOINT,
    accessId: OSS_ACCESS_KEY_ID,
    accessSecret: OSS_ACCESS_KEY_SECRET,
    publicUrl: PUBLIC_URL,
    domain: OSS_DOMAIN,
  };
}
