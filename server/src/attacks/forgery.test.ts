import { randomUUID } from 'node:crypto';
import { basePath } from '@recline/contract/call';
import { describe, expect, it } from 'vitest';
import { useChairs } from '../testing/chairs.ts';
import { useServer } from '../testing/server.ts';

/** Requests from other sites that are open in the same browser. */

const server = useServer();
const connectChair = useChairs(server);
const evil = 'https://evil.example';

async function pendingPayment() {
  const { client, world } = server();
  const outlet = await world.outlet();
  const { deviceId } = await connectChair(outlet);
  const { token } = await world.consumer();
  const priceId = outlet.prices[0]?.priceId ?? '';
  const { data } = await client.starting.activate(
    { deviceId, priceId, payType: 'sandbox', requestId: randomUUID() },
    { token },
  );
  return { deviceId, payUrl: data.payUrl ?? '' };
}

describe('another site', () => {
  it.each(['/login/public-key', '/login/info', '/no/such/call'])(
    'cannot read the answer of %s, nor send a token',
    async (path) => {
      const url = `${server().url}${basePath}${path}`;
      const asked = await fetch(url, { headers: { origin: evil } });
      const preflight = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: evil,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'access-token',
        },
      });
      for (const { headers } of [asked, preflight]) {
        expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );

  it('finds no session cookie of a manager: a login only clears that of an end user', async () => {
    const { client, world, url } = server();
    const { account, password } = await world.manager([]);
    const answers = [(await client.logIn(account, password)).headers];
    for (const path of ['/', '/pages/home/home', '/api/docs', '/healthz'])
      answers.push((await fetch(url + path)).headers);
    const { payUrl } = await pendingPayment();
    answers.push((await fetch(payUrl)).headers);
    const set = answers.flatMap((headers) => headers.getSetCookie());
    expect(set.filter((cookie) => !cookie.startsWith('recline-session=; Max-Age=0;'))).toEqual([]);
  });

  it("can neither read an end user's session cookie by script nor use it for a call", async () => {
    const { client, url } = server();
    const { headers } = await client.session.guest({});
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^recline-session=[\w-]{43};.*HttpOnly/);
    expect(cookie).toContain('SameSite=Lax');
    const asked = await fetch(`${url}${basePath}/login/info`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(asked.status).toBe(401);
  });

  it('cannot post a form as a logged-in user', async () => {
    const { world, pool } = server();
    const outlet = await world.outlet();
    const { token } = await world.manager([outlet]);
    const body = new URLSearchParams({ outletId: outlet.outletId, latitude: '0', longitude: '0', address: evil });
    const headers = { origin: evil, cookie: `Access-Token=${token}` };
    const answer = await fetch(`${server().url}${basePath}/area/location`, { method: 'POST', headers, body });
    expect(answer.status).toBe(401);
    const { rows } = await pool.query('SELECT address FROM outlets WHERE id = $1', [outlet.id]);
    expect(rows).toEqual([{ address: 'Test Road 1' }]);
  });

  it.each(['/api/docs', 'the cashier'])('cannot show %s in a frame', async (which) => {
    const address = which === 'the cashier' ? (await pendingPayment()).payUrl : server().url + which;
    const { headers } = await fetch(address);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('the way back from a payment', () => {
  const decide = (payUrl: string, more: Record<string, string>) =>
    fetch(payUrl, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision: 'declined', ...more }),
      headers: { origin: evil, referer: evil },
    });

  it('leads only to our own pages, whatever the request says', async () => {
    const { payUrl, deviceId } = await pendingPayment();
    const more = { returnTo: evil, return_to: evil, back_to: `//evil.example`, next: evil };
    const answer = await decide(`${payUrl}&returnTo=${evil}&backTo=//evil.example`, more);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${new URL(payUrl).origin}/pages/index/index\\?deviceId=${deviceId}&[a-zA-Z0-9&=]*&payment=failed$`),
    );
  });

  it('is not redirected by a path that looks like another host', async () => {
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      '/%0d%0aLocation:%20//evil.example',
    ]) {
      const answer = await fetch(server().url + path, { redirect: 'manual' });
      expect(answer.headers.get('location')).toBeNull();
    }
  });
});
