import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noticeTiming } from './core/notices.ts';
import { startProviders } from './simulator.ts';
import { useProviders } from './testing/merchant.ts';
import { stripeClient } from './testing/stripe-client.ts';

const { providers } = useProviders();
const control = (action: string, body: unknown, method = 'POST') =>
  fetch(`${providers().controlUrl}/${action}`, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });

const create = (url = providers()) =>
  stripeClient(url).checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency: 'php', unit_amount: 9900, product_data: { name: 'x' } } }],
    client_reference_id: 'r7k2_1_1',
    success_url: 'https://shop.example/back',
  });

it('keeps its keys and its books in a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recline-providers-test-'));
  try {
    const first = await startProviders({ folder });
    await create(first);
    await first.stripe.pay('r7k2_1_1');
    await first.stop();
    const second = await startProviders({ folder });
    expect(second.keys).toEqual(first.keys);
    expect(second.books()).toEqual([
      { provider: 'stripe', number: 'r7k2_1_1', currency: 'php', paid: 9900, refunded: 0, refunding: 0 },
    ]);
    await second.stop();
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('names every setting that points Recline at it', async () => {
  const { settings, url } = providers();
  expect(settings).toMatchObject({ WECHAT_API_URL: url, ALIPAY_GATEWAY_URL: `${url}/gateway.do`, STRIPE_API_URL: url });
  expect(await readFile(String(settings.WECHAT_MCH_KEY_FILE), 'utf8')).toContain('BEGIN PRIVATE KEY');
  expect(await readFile(String(settings.ALIPAY_PUBLIC_KEY_FILE), 'utf8')).toContain('BEGIN PUBLIC KEY');
});

it('can be controlled over HTTP or in process', async () => {
  await create();
  expect((await control('notice', { provider: 'stripe', fault: 'never' })).status).toBe(200);
  await control('pay', { provider: 'stripe', number: 'r7k2_1_1' });
  expect(await (await control('deliveries', undefined, 'GET')).json()).toEqual([]);
  await control('resend', {});
  expect(await (await control('deliveries', undefined, 'GET')).json()).toMatchObject([
    { number: 'r7k2_1_1', taken: true },
  ]);
  expect(await (await control('books', undefined, 'GET')).json()).toMatchObject([{ number: 'r7k2_1_1', paid: 9900 }]);
});

it('refuses a control request that makes no sense', async () => {
  expect((await control('fault', { provider: 'wechat', operation: 'refund', fault: 'explodes' })).status).toBe(400);
  expect((await control('pay', { provider: 'wechat', number: 'nobody' })).status).toBe(400);
  expect((await control('nothing', {})).status).toBe(404);
});

it('retries notices as long as the providers do', () => {
  const hours = (list: readonly number[]) => Math.round(list.reduce((sum, ms) => sum + ms, 0) / 360_000) / 10;
  const { wechat, alipay, stripe } = noticeTiming.retriesMs;
  expect([wechat.length, hours(wechat)]).toEqual([15, 24.1]);
  expect([alipay.length, hours(alipay)]).toEqual([7, 24.4]);
  expect(hours(stripe)).toBeLessThanOrEqual(72);
});
