import { basePath, type Envelope } from '@recline/contract/call';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start.ts';
import { startWallet } from '../testing/wallets.ts';

let server: TestServer;
let wechat: Awaited<ReturnType<typeof startWallet>>;
let alipay: Awaited<ReturnType<typeof startWallet>>;
beforeAll(async () => {
  wechat = await startWallet('wechat');
  alipay = await startWallet('alipay');
  server = await startTestServer(inject('postgresUrl'), {}, {}, { wallets: [wechat.wallet, alipay.wallet] });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([wechat.stop(), alipay.stop()]);
});

interface Opened {
  accessToken: string;
  returnTo: string;
}

/** A browser that keeps its cookie. */
function browser(token?: string, planted = '') {
  let cookie = planted;
  const call = async <T>(method: string, input: Record<string, string>): Promise<Envelope<T> & { cookie: string }> => {
    const fields = new URLSearchParams(input).toString();
    const response = await fetch(`${server.url}${basePath}/login/wallet${method === 'GET' ? `?${fields}` : ''}`, {
      method,
      headers: {
        ...(token ? { 'access-token': token } : {}),
        ...(cookie ? { cookie } : {}),
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(method === 'POST' ? { body: fields } : {}),
    });
    const set = response.headers.get('set-cookie') ?? '';
    if (set) cookie = set.split(';')[0] ?? '';
    return { ...((await response.json()) as Envelope<T>), cookie: set };
  };
  return {
    ask: (input: { wallet: string; returnTo: string }) => call<{ url: string } | null>('GET', input),
    async start(wallet = 'wechat', returnTo = '/pages/index/index?deviceId=A1') {
      const { data, cookie: set } = await call<{ url: string }>('GET', { wallet, returnTo });
      const asked = new URL(data.url).searchParams;
      return { state: asked.get('state') ?? '', redirectUrl: asked.get('redirectUrl') ?? '', set };
    },
    back: (input: { code: string; state: string; wallet?: string }) =>
      call<Opened>('POST', { wallet: 'wechat', ...input }),
  };
}

const idOf = async (token: string) => (await server.client.session.info({}, { token })).data.id;
const logIn = async (user: string, token?: string) => {
  const own = browser(token);
  const { state } = await own.start();
  return own.back({ code: wechat.approve(user), state });
};

describe('a user of a wallet', () => {
  it('comes back to the page it left, and is the same account next time', async () => {
    const first = await logIn('mei');
    expect(first).toMatchObject({ code: 200, data: { returnTo: '/pages/index/index?deviceId=A1' } });
    const again = await logIn('mei');
    expect(await idOf(again.data.accessToken)).toBe(await idOf(first.data.accessToken));
    const other = await logIn('lan');
    expect(await idOf(other.data.accessToken)).not.toBe(await idOf(first.data.accessToken));
  });

  it('gets a state in our page, and a cookie that no script can read and no other site can send', async () => {
    const { redirectUrl, set, state } = await browser().start();
    expect(redirectUrl).toBe(
      `${server.url.replace('localhost', new URL(server.url).hostname)}/pages/wallet/wallet?wallet=wechat`,
    );
    expect(set).toMatch(
      /^recline-wallet=[\w-]{43}; Max-Age=300; Path=\/api\/web\/api\/v1\/login\/wallet; HttpOnly; SameSite=Lax$/,
    );
    expect(state).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(['https://evil.example/', '//evil.example', '\\\\evil.example', '\\\\$]', '//['])(
    'is not sent on to %j afterwards',
    async (returnTo) => {
      expect(await browser().ask({ wallet: 'wechat', returnTo })).toMatchObject({ code: 400, data: null, cookie: '' });
    },
  );

  it('who asks again gets a new key, and continues with the latest state', async () => {
    const own = browser();
    const [one, two] = [await own.start(), await own.start()];
    expect(two.set.split(';')[0]).not.toBe(one.set.split(';')[0]);
    expect((await own.back({ code: wechat.approve('tab'), state: one.state })).code).toBe(400);
    expect((await own.back({ code: wechat.approve('tab'), state: two.state })).code).toBe(200);
  });

  it('who is already a guest keeps the account; older tokens become invalid', async () => {
    const { client } = server;
    const guest = (await client.session.guest({})).data.accessToken;
    const guestId = await idOf(guest);
    const { data } = await logIn('was-a-guest', guest);
    expect(await idOf(data.accessToken)).toBe(guestId);
    expect((await client.session.info({}, { token: guest })).code).toBe(401);
  });

  it('who is disabled is refused', async () => {
    const { data } = await logIn('banned');
    await server.pool.query('UPDATE accounts SET disabled_at = now() WHERE id = $1', [await idOf(data.accessToken)]);
    expect((await logIn('banned')).code).toBe(20105);
  });

  it('gets a message if the wallet does not identify it or fails', async () => {
    const fake = await logIn('fake');
    expect(fake).toMatchObject({ code: 20106, data: null });
    const own = browser();
    const { state } = await own.start();
    expect(await own.back({ code: 'no-such-code', state })).toMatchObject({ code: 20105, data: null });
  });
});

describe('an authorisation', () => {
  it('of the attacker, planted in a browser that did not ask for it, logs nobody in (login CSRF)', async () => {
    const attacker = browser();
    const { state } = await attacker.start();
    const code = wechat.approve('attacker');
    const [fresh, busy] = [browser(), browser()];
    await busy.start();
    expect((await fresh.back({ code, state })).code).toBe(400);
    const second = await attacker.start();
    expect((await busy.back({ code, state: second.state })).code).toBe(400);
    // The attempt used the state up.
    expect((await attacker.back({ code, state })).code).toBe(400);
  });

  it('whose key a sibling host planted in the browser is replaced when the browser asks', async () => {
    const attacker = browser();
    const { state, set } = await attacker.start();
    const victim = browser(undefined, set.split(';')[0]);
    await victim.start();
    expect((await victim.back({ code: wechat.approve('attacker'), state })).code).toBe(400);
  });

  it('works once: neither state nor code can be replayed', async () => {
    const own = browser();
    const { state } = await own.start();
    const code = wechat.approve('once');
    expect((await own.back({ code, state })).code).toBe(200);
    const { state: fresh } = await own.start();
    expect((await own.back({ code: wechat.approve('once'), state })).code).toBe(400);
    expect((await own.back({ code, state: fresh })).code).toBe(20105);
  });

  it('is one login even if the answer is sent twenty times at once', async () => {
    const own = browser();
    const { state } = await own.start();
    const code = wechat.approve('parallel');
    const answers = await Promise.all(Array.from({ length: 20 }, () => own.back({ code, state })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
  });

  it('of one wallet does not authorise at the other (mix-up)', async () => {
    const own = browser();
    const { state } = await own.start('alipay');
    const mixed = await own.back({ wallet: 'wechat', code: wechat.approve('mixed'), state });
    expect(mixed.code).toBe(400);
    const { state: second } = await own.start('wechat');
    const crossed = await own.back({ wallet: 'wechat', code: alipay.approve('mixed'), state: second });
    expect(crossed.code).toBe(20105);
  });

  it('expires after five minutes', async () => {
    const own = browser();
    const { state } = await own.start();
    server.setTime(new Date(Date.now() + 5 * 60_000 + 1_000));
    const late = await own.back({ code: wechat.approve('late'), state });
    server.setTime(undefined);
    expect(late.code).toBe(400);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    '',
  ])('does not return to %s', async (returnTo) => {
    const answer = await server.client.session.walletStart({ wallet: 'wechat', returnTo });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.message).toContain('returnTo');
  });
});

describe('over https the key', () => {
  let secure: TestServer;
  beforeAll(async () => {
    const env = { PUBLIC_URL: 'https://chairs.example', ALLOW_PRETEND: '1' };
    secure = await startTestServer(inject('postgresUrl'), env, {}, { wallets: [wechat.wallet] });
  });
  afterAll(() => secure.stop());

  const path = `${basePath}/login/wallet`;
  const start = async (cookie: string) => {
    const query = new URLSearchParams({ wallet: 'wechat', returnTo: '/pages/index/index' });
    const response = await fetch(`${secure.url}${path}?${query.toString()}`, { headers: { cookie } });
    const { data } = (await response.json()) as Envelope<{ url: string }>;
    const state = new URL(data.url).searchParams.get('state') ?? '';
    return { state, set: response.headers.get('set-cookie') ?? '' };
  };
  const back = async (state: string, cookie: string) => {
    const body = new URLSearchParams({ wallet: 'wechat', code: wechat.approve('secure'), state });
    const response = await fetch(secure.url + path, { method: 'POST', headers: { cookie }, body });
    return { ...((await response.json()) as Envelope), set: response.headers.get('set-cookie') };
  };

  it('is a cookie that only this host can set, and works under no other name', async () => {
    const { state, set } = await start('');
    expect(set).toMatch(/^__Host-recline-wallet=[\w-]{43}; Max-Age=300; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    const own = set.split(';')[0] ?? '';
    const { code, set: cleared } = await back(state, own);
    expect(code).toBe(200);
    expect(cleared).toContain('__Host-recline-wallet=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax');
    const next = await start(own);
    expect((await back(next.state, next.set.split(';')[0]?.replace('__Host-', '') ?? '')).code).toBe(400);
    expect(next.set).not.toContain(own);
  });
});

it('an address may ask for two thousand authorisations in 15 minutes, and more leave no rows', async () => {
  await server.pool.query(
    `INSERT INTO rate_limit_uses (scope, key, at) SELECT 'wallet login', '127.0.0.1', now() FROM generate_series(1, 1999)`,
  );
  const ask = async () => (await browser().ask({ wallet: 'wechat', returnTo: '/' })).code;
  const codes = [await ask(), await ask(), await ask()];
  expect(codes).toContain(429);
  const states = async () => (await server.pool.query('SELECT FROM wallet_states')).rowCount;
  const before = await states();
  expect(await ask()).toBe(429);
  expect(await states()).toBe(before);
  await server.pool.query(`DELETE FROM rate_limit_uses WHERE scope = 'wallet login'`);
});
