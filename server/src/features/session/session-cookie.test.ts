import { randomInt } from 'node:crypto';
import { basePath, type Envelope } from '@recline/contract/call';
import { pages, pageUrl, payPath } from '@recline/contract/pages';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start.ts';
import { startWallet } from '../../testing/wallets.ts';

/** Behind a proxy that speaks https. */

let server: TestServer;
let wechat: Awaited<ReturnType<typeof startWallet>>;
beforeAll(async () => {
  wechat = await startWallet('wechat');
  server = await startTestServer(inject('postgresUrl'), { TRUST_PROXY: '1' }, {}, { wallets: [wechat.wallet] });
});
afterAll(async () => {
  await server.stop();
  await wechat.stop();
});

const https = { 'x-forwarded-proto': 'https' };

async function send(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const response = await fetch(server.url + path, {
    redirect: 'manual',
    ...init,
    headers: { ...https, ...init.headers },
  });
  return { response, set: response.headers.getSetCookie() };
}

async function call<T>(path: string, input: Record<string, string>, headers: Record<string, string> = {}) {
  const { response, set } = await send(basePath + path, { method: 'POST', body: new URLSearchParams(input), headers });
  return { ...((await response.json()) as Envelope<T>), set };
}

const secure = (name: string, value: string, seconds: string) =>
  new RegExp(`^__Host-${name}=${value}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Lax$`);
const sessionOf = ({ accessToken }: { accessToken: string }) => secure('recline-session', accessToken, '34560000');
const cleared = secure('recline-session', '', '0');

describe('over https the session of an end user is a cookie that only this host can set', () => {
  it('by the login of a guest, by a number and by a wallet', async () => {
    const guest = await call<{ accessToken: string }>('/login/guest', {});
    expect(guest.set).toEqual([expect.stringMatching(sessionOf(guest.data))]);

    const mobile = `138${String(randomInt(1e8)).padStart(8, '0')}`;
    await call('/login/sms-code', { mobile });
    const code = server.smsCodes.get(`+86${mobile}`)?.at(-1) ?? '';
    const byNumber = await call<{ accessToken: string }>('/login/sms-login', { mobile, code });
    expect(byNumber.set).toEqual([expect.stringMatching(sessionOf(byNumber.data))]);

    const asked = await send(`${basePath}/login/wallet?wallet=wechat&returnTo=${pages.index}`);
    const { data } = (await asked.response.json()) as Envelope<{ url: string }>;
    const state = new URL(data.url).searchParams.get('state') ?? '';
    const cookie = asked.set[0]?.split(';')[0] ?? '';
    const input = { wallet: 'wechat', code: wechat.approve('mei'), state };
    const byWallet = await call<{ accessToken: string }>('/login/wallet', input, { cookie });
    expect(byWallet.set).toContainEqual(expect.stringMatching(sessionOf(byWallet.data)));
  });

  it('and the key of a page; a post with another cookie name places nothing', async () => {
    const { deviceId } = await server.world.device(await server.world.outlet(), { online: true });
    const { set } = await send(pageUrl(pages.index, { deviceId }));
    expect(set).toEqual([expect.stringMatching(secure('recline-pay', '[\\w-]{43}', '1800'))]);
    const planted = set[0]?.split(';')[0]?.replace('__Host-', '') ?? '';
    const { response } = await send(payPath, {
      method: 'POST',
      body: new URLSearchParams({ deviceId, priceId: '1', payType: 'sandbox' }),
      headers: { cookie: planted },
    });
    expect(response.headers.get('location')).toContain('refused=again');
  });

  it('which a logout and the login of a manager clear', async () => {
    const { data } = await call<{ accessToken: string }>('/login/guest', {});
    const { set } = await call('/login/logout', {}, { 'access-token': data.accessToken });
    expect(set).toEqual([expect.stringMatching(cleared)]);

    const manager = await server.world.manager([]);
    const encrypted = await server.client.encrypt(manager.password);
    const login = await call('/login/login', { account: manager.account, ...encrypted });
    expect(login.code).toBe(200);
    expect(login.set).toEqual([expect.stringMatching(cleared)]);
  });
});
