import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { newKeys } from '../core/keys.ts';
import { type Options, type Providers, startProviders } from '../simulator.ts';

/** A notice as it arrived at the merchant. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Merchant {
  url: string;
  received: Received[];
  /** What it answers to notices. */
  answer: { status: number; body: string };
  /** Resolves once it has received this many. */
  has(count: number): Promise<Received[]>;
  stop(): void;
}

async function startMerchant(): Promise<Merchant> {
  const received: Received[] = [];
  let watchers: { count: number; resolve: (all: Received[]) => void }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      watchers = watchers.filter(({ count, resolve }) => received.length < count || resolve(received));
      response.writeHead(merchant.answer.status).end(merchant.answer.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const merchant: Merchant = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: { status: 200, body: 'success' },
    has: (count) =>
      received.length >= count
        ? Promise.resolve(received)
        : new Promise((resolve) => watchers.push({ count, resolve })),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return merchant;
}

/** Providers and a merchant for each test. Retries of notices come at once. */
export function useProviders(options: Options = {}): { providers: () => Providers; merchant: () => Merchant } {
  const keys = newKeys();
  let providers: Providers;
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await startMerchant();
    const retriesMs = { wechat: [0, 0], alipay: [0, 0], stripe: [0, 0] };
    const timing = { retriesMs, lateMs: 0, ...options.timing };
    providers = await startProviders({
      keys,
      ...options,
      timing,
      rules: { billsAtOnce: true, refundGapMs: 0, ...options.rules },
    });
    providers.stripe.registerWebhook(`${merchant.url}/stripe`);
  });
  afterEach(async () => {
    await providers.stop();
    merchant.stop();
  });
  return { providers: () => providers, merchant: () => merchant };
}
