import type { Env } from './platform/env.ts';
import { isEverywhere, isLoopback } from './platform/hosts.ts';

type Settings = Pick<
  Env,
  'isPublic' | 'DEMO' | 'PAYMENT_PROVIDERS' | 'SMS_PROVIDER' | 'SERVICE_PHONE' | 'MQTT_URL' | 'MQTT_HOST'
>;

/** Warnings about the settings, one line each. */
export function startWarnings(env: Settings): string[] {
  const { isPublic, DEMO, PAYMENT_PROVIDERS, SMS_PROVIDER = [], SERVICE_PHONE } = env;
  const warnings: [boolean, string][] = [
    [isPublic && DEMO, "DEMO=1: the demo's logins are public"],
    [
      isPublic && PAYMENT_PROVIDERS.includes('sandbox'),
      'PAYMENT_PROVIDERS has sandbox: guests pay on a test page, and no money moves',
    ],
    [
      isPublic && SMS_PROVIDER.includes('log'),
      'SMS_PROVIDER has log: login codes are written here, and whoever reads them can log in as anybody',
    ],
    [PAYMENT_PROVIDERS.length === 0, 'no payment provider is set up: guests pay by cash and coupons only'],
    [SERVICE_PHONE === '' && !DEMO, 'SERVICE_PHONE is not set: the app shows no service phone'],
    ...plainMqtt(env),
  ];
  return warnings.flatMap(([holds, text]) => (holds ? [text] : []));
}

/** The embedded broker has no TLS: chairs send their secrets in the clear. */
function plainMqtt({ MQTT_URL, MQTT_HOST }: Settings): [boolean, string][] {
  const where = isEverywhere(MQTT_HOST) ? 'every interface' : MQTT_HOST;
  const text = `MQTT_HOST=${MQTT_HOST}: the broker takes plain MQTT on ${where}; only a private network may reach it`;
  return [[MQTT_URL === undefined && !isLoopback(MQTT_HOST), text]];
}
