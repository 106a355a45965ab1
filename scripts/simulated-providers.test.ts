import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readEnv } from '@recline/server/platform/env';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DemoProviders, simulateProviders } from './simulated-providers.ts';

let folder: string;
let started: DemoProviders | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-simulated-'));
});
afterEach(async () => {
  await started?.stop();
  await rm(folder, { recursive: true });
});

const simulate = async (settings: Record<string, string>) => {
  const base = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DEMO: '1' };
  started = await simulateProviders(readEnv({ ...base, ...settings }));
  return started;
};

it('simulates the providers that are named, with keys that are kept, and writes their settings for the operator', async () => {
  const { env, lines } = await simulate({ PAYMENT_PROVIDERS: 'wechat,alipay,stripe' });
  expect(lines[0]).toContain('wechat, alipay, stripe');
  const url = env.given.STRIPE_API_URL ?? '';
  expect(await (await fetch(`${url}/control/books`)).json()).toEqual([]);
  const file = parseEnv(await readFile(join(folder, 'providers/settings.env'), 'utf8'));
  expect(file).toMatchObject({ STRIPE_API_URL: url, PAYMENT_PROVIDERS: 'wechat,alipay,stripe' });
  await started?.stop();
  const again = await simulate({ PAYMENT_PROVIDERS: 'wechat,alipay,stripe' });
  expect(again.env.given.WECHAT_MCH_ID).toBe(env.given.WECHAT_MCH_ID);
});

it('does not simulate a provider that has settings', async () => {
  const { env } = await simulate({ PAYMENT_PROVIDERS: 'wechat,stripe', STRIPE_SECRET_KEY: 'sk_test_mine' });
  expect(env.given.STRIPE_SECRET_KEY).toBe('sk_test_mine');
  expect(env.given.STRIPE_API_URL).toBeUndefined();
  expect(env.given.WECHAT_MCH_ID).toBeDefined();
});

it.each([
  ['without the demo', { DEMO: '0', PAYMENT_PROVIDERS: 'stripe' }],
  ['where none is named', {}],
])('starts nothing %s', async (_, settings) => {
  expect((await simulate(settings)).lines).toEqual([]);
});
