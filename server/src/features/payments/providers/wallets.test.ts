import { useProviders } from '@recline/provider-simulator/testing/merchant';
import { describe, expect, it } from 'vitest';
import { makeWallets } from './registry.ts';

const { providers } = useProviders();
const wallet = (name: string, changes: Record<string, string> = {}) => {
  const settings = { ...providers().settings, ...changes };
  const [made] = makeWallets([name], { settings, fetch, clock: () => new Date() });
  if (!made) throw new Error(`no wallet ${name}`);
  return made;
};
const state = 'a1B2'.repeat(16);
const redirectUrl = 'https://chairs.example/wallet?wallet=x&y=1';

/** Opens the wallet's page as its browser would, and returns the final address. */
async function authorize(name: string): Promise<URLSearchParams> {
  const answer = await fetch(wallet(name).authorizeUrl({ state, redirectUrl }), { redirect: 'manual' });
  const to = new URL(answer.headers.get('location') ?? '');
  expect(to.origin + to.pathname).toBe('https://chairs.example/wallet');
  expect(to.searchParams.get('state')).toBe(state);
  return to.searchParams;
}
const codeName = { wechat: 'code', alipay: 'auth_code' };

describe.each(['wechat', 'alipay'] as const)('the wallet %s', (name) => {
  it('identifies its user, once per code', async () => {
    const code = (await authorize(name)).get(codeName[name]) ?? '';
    const user = await wallet(name).identify(code);
    expect(user).toEqual({ id: expect.stringMatching(/.+/) });
    await expect(wallet(name).identify(code)).rejects.toMatchObject({ name: 'Refused' });
  });
});

describe('WeChat', () => {
  it('requires its parameters in order and the fragment', () => {
    const url = wallet('wechat').authorizeUrl({ state, redirectUrl });
    const { WECHAT_APP_ID: app } = providers().settings;
    const query = `appid=${app}&redirect_uri=${encodeURIComponent(redirectUrl)}&response_type=code&scope=snsapi_base`;
    expect(url.slice(url.indexOf('?') + 1)).toBe(`${query}&state=${state}#wechat_redirect`);
  });

  it('marks a visitor without a login, whose openid cannot pay', async () => {
    providers().wechat.nextUserIsFake();
    const code = (await authorize('wechat')).get('code') ?? '';
    expect(await wallet('wechat').identify(code)).toEqual({ fake: true });
  });

  it('with a wrong secret names the settings', async () => {
    const code = (await authorize('wechat')).get('code') ?? '';
    const wrong = wallet('wechat', { WECHAT_APP_SECRET: 'wrong' }).identify(code);
    await expect(wrong).rejects.toThrow('WECHAT_APP_SECRET');
  });
});

it('names the setting that is missing at start', () => {
  expect(() => wallet('wechat', { WECHAT_APP_SECRET: '' })).toThrow('WECHAT_APP_SECRET');
});

it('does not exist for a provider that is no wallet', () => {
  expect(makeWallets(['stripe', 'sandbox'], { settings: {}, fetch, clock: () => new Date() })).toEqual([]);
});
