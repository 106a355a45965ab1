import { describe, expect, it } from 'vitest';
import { readEnv } from './platform/env.ts';
import { startWarnings } from './start-warnings.ts';

const database = { DATABASE_URL: 'postgres://localhost/x' };
const address = { PUBLIC_URL: 'https://chairs.example' };
const real = { PAYMENT_PROVIDERS: 'stripe', SMS_PROVIDER: 'twilio', SERVICE_PHONE: '400-820-1234' };
const warningsOf = (given: Record<string, string>) => startWarnings(readEnv({ ...real, ...given }));

describe('the start warns in one line each', () => {
  it.each([
    [{ ...database, PAYMENT_PROVIDERS: 'sandbox' }, /^PAYMENT_PROVIDERS has sandbox: .*no money moves$/],
    [{ ...address, PAYMENT_PROVIDERS: 'stripe,sandbox' }, /^PAYMENT_PROVIDERS has sandbox: /],
    [{ ...address, SMS_PROVIDER: 'log' }, /^SMS_PROVIDER has log: .*can log in as anybody$/],
    [{ ...database, SMS_PROVIDER: 'twilio,log' }, /^SMS_PROVIDER has log: /],
    [{ ...address, DEMO: '1' }, /^DEMO=1: the demo's logins are public$/],
    [{ PAYMENT_PROVIDERS: '', DEMO: '0' }, /^no payment provider is set up: /],
    [{ SERVICE_PHONE: '', DEMO: '0' }, /^SERVICE_PHONE is not set: /],
    [{ MQTT_HOST: '0.0.0.0' }, /^MQTT_HOST=0\.0\.0\.0: .*plain MQTT on every interface; only a private network/],
    [{ MQTT_HOST: '::' }, /on every interface/],
    [{ MQTT_HOST: '10.0.0.5' }, /plain MQTT on 10\.0\.0\.5; /],
  ])('of %o', (given, text) => {
    const warnings = warningsOf(given);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(text);
    expect(warnings[0]).not.toContain('\n');
  });

  it.each([
    ['a demo on a desk', { PAYMENT_PROVIDERS: 'sandbox', SMS_PROVIDER: 'log', SERVICE_PHONE: '' }],
    ['real providers', { ...database, ...address }],
    ['chairs on this machine', { MQTT_HOST: '127.0.0.1' }],
    ['an outside broker', { MQTT_URL: 'mqtts://broker.example:8884', MQTT_HOST: '0.0.0.0' }],
  ])('but not of %s', (_title, given) => {
    expect(warningsOf(given)).toEqual([]);
  });
});
