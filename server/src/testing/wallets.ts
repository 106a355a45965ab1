import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Wallet } from '../features/session/index.ts';

/**
 * A stand-in for a wallet's server, over HTTP: `approve` plays the wallet, and returns the code with which the browser
 * comes back. A code works once.
 */
export async function startWallet(name: 'wechat' | 'alipay') {
  const codes = new Map<string, string>();
  const server = createServer((request, response) => {
    const code = new URL(request.url ?? '', 'http://wallet').searchParams.get('code') ?? '';
    const id = codes.get(code);
    codes.delete(code);
    response.end(JSON.stringify(id === undefined ? { errcode: 40029 } : { id }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let issued = 0;
  const wallet: Wallet = {
    name,
    authorizeUrl: ({ state, redirectUrl }) => `${url}/?${new URLSearchParams({ state, redirectUrl }).toString()}`,
    async identify(code) {
      const answer = await fetch(`${url}/?${new URLSearchParams({ code }).toString()}`);
      const { id } = (await answer.json()) as { id?: string };
      if (id === undefined) throw new Error('40029');
      return id === 'fake' ? { fake: true } : { id };
    },
  };
  return {
    wallet,
    approve(user: string): string {
      issued += 1;
      codes.set(`${name}-code-${issued}`, user);
      return `${name}-code-${issued}`;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
