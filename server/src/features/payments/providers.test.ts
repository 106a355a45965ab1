import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { readEnv } from '../../platform/env.ts';
import { makeLog } from '../../platform/log.ts';
import { useServer } from '../../testing/server.ts';
import { startTestServer } from '../../testing/start.ts';
import type { ProviderDeps } from './providers/module.ts';
import { makeProviders } from './providers/registry.ts';
import { settingsOf } from './providers/settings.ts';

describe('the list of providers', () => {
  const outside = 'postgres://localhost/recline';
  it.each([
    ['the sandbox with the demo', {}, ['sandbox']],
    ['none with an outside database', { DATABASE_URL: outside }, []],
    ['the sandbox where it is named', { DATABASE_URL: outside, PAYMENT_PROVIDERS: 'sandbox' }, ['sandbox']],
    ['those that are named, once each', { PAYMENT_PROVIDERS: 'wechat, stripe,wechat' }, ['wechat', 'stripe']],
  ])('is %s', (_name, settings, expected) => {
    expect(readEnv(settings).PAYMENT_PROVIDERS).toEqual(expected);
  });

  it('names an unknown provider before the server starts', async () => {
    await expect(startTestServer(inject('postgresUrl'), { PAYMENT_PROVIDERS: 'sandbox,cheque' })).rejects.toThrow(
      'PAYMENT_PROVIDERS: cheque is unknown',
    );
  });
});

describe('settings of providers', () => {
  it('are all reported at once, each by its name', () => {
    const settings = settingsOf({ APP: 'x', ADDRESS: 'ftp://pay', KEY_FILE: '/no/such/file', CERTS: 'serial' });
    settings.text('MISSING');
    settings.text('APP', /^\d+$/, 'digits');
    settings.url('ADDRESS', 'https://pay.example');
    settings.file('KEY_FILE');
    settings.files('CERTS');
    expect(() => settings.check()).toThrow(
      /MISSING: is missing\n {2}APP: must be digits\n {2}ADDRESS: must be a URL.*\n {2}KEY_FILE: cannot be read: .*\n {2}CERTS: must be key=file pairs/,
    );
  });

  it('of every provider are reported together', () => {
    const deps = { log: makeLog('silent') } as ProviderDeps;
    expect(() => makeProviders(['cheque', 'barter'], deps)).toThrow(/cheque is unknown.*\n.*barter is unknown/);
  });
});

describe('a server without a provider', () => {
  const server = useServer({ PAYMENT_PROVIDERS: '', LOG_LEVEL: 'warn' });

  it('logs one line at start, and accepts no online payment', async () => {
    expect(server().logged.filter((line) => line.includes('no payment provider is set up'))).toHaveLength(1);
    const { client, world } = server();
    const outlet = await world.outlet();
    const { deviceId } = await world.device(outlet, { online: true });
    const { token } = await world.consumer();
    const priceId = outlet.prices[0]?.priceId ?? '';
    const input = { deviceId, priceId, payType: 'sandbox', requestId: randomUUID() };
    expect(await client.starting.activate(input, { token })).toMatchObject({ code: 20401 });
  });
});
