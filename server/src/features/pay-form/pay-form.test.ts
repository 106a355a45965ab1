import { randomInt, randomUUID } from 'node:crypto';
import { languages } from '@recline/contract/languages';
import { payPath } from '@recline/contract/pages';
import { describe, expect, it } from 'vitest';
import { until, useChairs } from '../../testing/chairs.ts';
import { makeCashCoupon, makeCoupon } from '../../testing/coupons.ts';
import { makeVisitor, orderIdIn, refreshOf, type Visitor } from '../../testing/page-visitor.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const connectChair = useChairs(server);

const newVisitor = (headers?: Record<string, string>) => makeVisitor(server().url, headers);

/** A free chair, and the fields that its form posts. */
async function scene() {
  const outlet = await server().world.outlet();
  const chair = await connectChair(outlet);
  const { deviceId } = chair;
  const [, price] = outlet.prices;
  return { outlet, chair, deviceId, form: { deviceId, priceId: price?.priceId ?? '', payType: 'sandbox' } };
}

async function scanned(deviceId: string, headers?: Record<string, string>): Promise<Visitor> {
  const visitor = newVisitor(headers);
  await visitor.scan(deviceId);
  return visitor;
}

async function ordersOf(deviceId: string) {
  const { rows } = await server().pool.query<{ id: string; status: string; placed_by: string; pay_type: string }>(
    'SELECT id, status, placed_by, pay_type FROM orders WHERE device_id = $1 ORDER BY id',
    [deviceId],
  );
  return rows;
}

const statusOf = async (orderId: string) =>
  (await server().pool.query<{ status: string }>('SELECT status FROM orders WHERE id = $1', [orderId])).rows[0]?.status;
const isRunning = (orderId: string) => until(async () => (await statusOf(orderId)) === 'running');

/** Pays at the sandbox's cashier, to which a redirect page leads. */
async function payAtCashier(visitor: Visitor, html: string): Promise<string> {
  const cashier = refreshOf(html) ?? '';
  const body = new URLSearchParams({ decision: 'paid', notice: 'now' });
  return (await visitor.send(cashier, { method: 'POST', body })).headers.get('location') ?? '';
}

const sessionOf = (visitor: Visitor) => visitor.cookies.get('recline-session') ?? '';
const keyOf = (visitor: Visitor) => visitor.cookies.get('recline-pay') ?? '';

const mineOf = async (token: string) =>
  (await server().client.orders.mine({}, { token })).data.rows.map(({ orderId }) => orderId);

describe('a form that is posted without scripts', () => {
  it('leads through two of our pages to the provider, and back to the order, which refreshes itself until it runs', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const posted = await visitor.pay(form);
    expect(posted.status).toBe(303);
    const onward = await visitor.open(posted.location);
    expect(refreshOf(onward.html)).toMatch(/\/sandbox\/cashier\//);
    expect(onward.html).toContain(`href="${refreshOf(onward.html)?.replaceAll('&', '&amp;')}"`);
    const back = await payAtCashier(visitor, onward.html);
    expect(new URL(back, server().url).pathname).toBe(payPath);
    await isRunning(orderIdIn(posted.location));
    const { html } = await visitor.open(back);
    expect(html).toContain('剩余时间');
    expect(refreshOf(html)).toContain(payPath);
  });

  it('answers at once for a slow chair, and its page waits', async () => {
    const { outlet, chair, deviceId, form } = await scene();
    chair.faults.add('ignores');
    const coupon = await makeCoupon(server().pool, 'free');
    const visitor = await scanned(deviceId);
    const { location } = await visitor.pay({ ...form, coupon });
    const { html } = await visitor.open(location);
    expect(html).toContain('正在启动');
    expect(refreshOf(html)).toBe(location);
    await server().client.orders.stop({ orderId: orderIdIn(location) }, { token: sessionOf(visitor) });
    const ended = await visitor.open(location);
    expect(refreshOf(ended.html)).toBeUndefined();
    expect(ended.html).toContain(deviceId);
    expect(ended.html).toContain(outlet.name);
  });

  it('tells the kind of a coupon by its number', async () => {
    const { outlet, deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const coupon = await makeCashCoupon(server().pool, outlet, 1500);
    const { location } = await visitor.pay({ ...form, coupon });
    await isRunning(orderIdIn(location));
    expect(await ordersOf(deviceId)).toMatchObject([{ pay_type: 'cash' }]);
  });

  it('counts wrong coupon numbers like the call', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    for (let tries = 0; tries < 10; tries += 1) {
      const { location } = await visitor.pay({ ...form, coupon: `WRONG${tries}` });
      expect(location).toContain('refused=badCoupon');
    }
    expect((await visitor.pay({ ...form, coupon: 'WRONG10' })).location).toContain('refused=tooMany');
  });
});

describe('one tap is one order', () => {
  it('of one guest, however often it is sent, in parallel or in sequence', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const [first, second] = await Promise.all([visitor.pay(form), visitor.pay(form)]);
    expect(first.location).toMatch(/^\/pay\?orderId=\d+$/);
    expect(second.location).toBe(first.location);
    expect((await visitor.pay(form)).location).toBe(first.location);
    expect(await ordersOf(deviceId)).toHaveLength(1);
  });

  it('even if one post is the form’s and one the scripts’', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const { location } = await visitor.pay(form);
    const byScript = await visitor.payByScript(form, sessionOf(visitor));
    expect(byScript).toMatchObject({ code: 200, data: { orderId: orderIdIn(location), status: 'pending' } });
    expect(byScript.data).toHaveProperty('payUrl');
  });

  it('with a free coupon, which is used once, even from the page shown again', async () => {
    const { deviceId, form } = await scene();
    const coupon = await makeCoupon(server().pool, 'free');
    const visitor = await scanned(deviceId);
    const first = await visitor.pay({ ...form, coupon });
    expect((await visitor.pay({ ...form, coupon })).location).toBe(first.location);
    await visitor.scan(deviceId);
    expect((await visitor.pay({ ...form, coupon })).location).toBe(first.location);
    expect(await ordersOf(deviceId)).toHaveLength(1);
  });

  it('followed by Back, reload and Forward pays nothing twice: the redirect works only while the order awaits its payment', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const { location } = await visitor.pay(form);
    const [once, again] = [await visitor.open(location), await visitor.open(location)];
    expect(refreshOf(again.html)).toBe(refreshOf(once.html));
    await payAtCashier(visitor, once.html);
    await isRunning(orderIdIn(location));
    expect((await visitor.open(location)).html).not.toContain('/sandbox/cashier/');
    expect(await ordersOf(deviceId)).toHaveLength(1);
  });

  it('continues an abandoned payment, even from a newly loaded page', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const { location } = await visitor.pay(form);
    const cashier = refreshOf((await visitor.open(location)).html);
    await visitor.scan(deviceId);
    const again = await visitor.pay(form);
    expect(again.location).toBe(location);
    expect(refreshOf((await visitor.open(again.location)).html)).toBe(cashier);
    await visitor.scan(deviceId);
    expect((await visitor.payByScript(form, sessionOf(visitor))).data).toMatchObject({
      orderId: orderIdIn(location),
      pay: { kind: 'redirect' },
    });
    expect(await ordersOf(deviceId)).toMatchObject([{ status: 'pending' }]);
  });

  it('for a package other than the abandoned one places a new order instead', async () => {
    const { outlet, deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    await visitor.pay(form);
    await visitor.scan(deviceId);
    await visitor.pay({ ...form, priceId: outlet.prices[0]?.priceId ?? '' });
    expect(await ordersOf(deviceId)).toMatchObject([{ status: 'cancelled' }, { status: 'pending' }]);
  });

  it('leads to the caller’s own order if that holds the chair by now', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const { location } = await visitor.pay(form);
    await payAtCashier(visitor, (await visitor.open(location)).html);
    await isRunning(orderIdIn(location));
    await visitor.scan(deviceId);
    expect((await visitor.pay(form)).location).toBe(location);
    expect(await visitor.payByScript(form, sessionOf(visitor))).toMatchObject({
      data: { orderId: orderIdIn(location), status: 'running' },
    });
  });
});

describe('a key', () => {
  it('is new on each page of a chair, for half an hour, and is hidden from scripts', async () => {
    const { deviceId } = await scene();
    const visitor = newVisitor();
    const response = await visitor.send(`/pages/index/index?deviceId=${deviceId}`);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^recline-pay=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const first = keyOf(visitor);
    await visitor.scan(deviceId);
    expect(keyOf(visitor)).not.toBe(first);
  });

  it('is required: without one nothing is placed, and the page is shown with the choice and a key', async () => {
    const { outlet, deviceId, form } = await scene();
    const visitor = newVisitor();
    const chosen = { ...form, priceId: outlet.prices[2]?.priceId ?? '' };
    const { status, location } = await visitor.pay(chosen);
    expect(status).toBe(303);
    const { html } = await visitor.open(location);
    expect(html).toContain('尚未支付，请再点一次“支付”。');
    expect(html).toContain(`"choice":{"priceId":"${chosen.priceId}","payType":"sandbox"}`);
    expect(await ordersOf(deviceId)).toEqual([]);
    expect((await visitor.pay(chosen)).location).toMatch(/^\/pay\?orderId=/);
  });

  it('that scripts did not send comes with the answer, so that they can repeat the request', async () => {
    const { deviceId, form } = await scene();
    const { token } = await server().world.consumer();
    const visitor = newVisitor();
    expect(await visitor.payByScript(form, token)).toMatchObject({ status: 409, code: 409 });
    expect(await ordersOf(deviceId)).toEqual([]);
    expect(await visitor.payByScript(form, token)).toMatchObject({ code: 200, data: { status: 'pending' } });
  });

  it('whose order was cancelled is renewed, and the guest is asked to tap again', async () => {
    const { client } = server();
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const { location } = await visitor.pay(form);
    await client.orders.stop({ orderId: orderIdIn(location) }, { token: sessionOf(visitor) });
    const again = await visitor.pay(form);
    expect(again.location).toContain('refused=paymentFailed');
    await visitor.open(again.location);
    expect((await visitor.pay(form)).location).not.toBe(location);
    expect(await ordersOf(deviceId)).toMatchObject([{ status: 'cancelled' }, { status: 'pending' }]);
  });

  it('whose massage is over is replaced on a new page, which buys another one an hour later', async () => {
    const { client, pool, setTime } = server();
    const { deviceId, form } = await scene();
    const coupons = [await makeCoupon(pool, 'free'), await makeCoupon(pool, 'free')] as const;
    const visitor = await scanned(deviceId);
    const { location } = await visitor.pay({ ...form, coupon: coupons[0] });
    await isRunning(orderIdIn(location));
    await client.orders.stop({ orderId: orderIdIn(location) }, { token: sessionOf(visitor) });
    expect((await visitor.pay({ ...form, coupon: coupons[0] })).location).toContain('refused=again');
    const anHourLater = new Date(Date.now() + 3600_000);
    try {
      // The chair stays online during that hour; otherwise a sweep may mark it as silent.
      await pool.query('UPDATE devices SET last_seen_at = $2 WHERE id = $1', [deviceId, anHourLater]);
      setTime(anHourLater);
      await visitor.scan(deviceId);
      const next = await visitor.pay(form);
      expect(next.location).toMatch(/^\/pay\?orderId=/);
      expect(next.location).not.toBe(location);
    } finally {
      setTime(undefined);
    }
  });

  it('serves two tabs with two chairs: each tap gets its own chair’s order', async () => {
    const [one, other] = [await scene(), await scene()];
    const visitor = await scanned(one.deviceId);
    await visitor.scan(other.deviceId);
    const [first, second] = [await visitor.pay(one.form), await visitor.pay(other.form)];
    expect(second.location).not.toBe(first.location);
    expect(await ordersOf(one.deviceId)).toMatchObject([{ status: 'cancelled' }]);
    expect(await ordersOf(other.deviceId)).toMatchObject([{ status: 'pending' }]);
  });
});

describe('a session', () => {
  it('that a form created is also that of the scripts: My orders shows the order, and no second account is made', async () => {
    const { client, pool } = server();
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const { location } = await visitor.pay(form);
    const count = async () => (await pool.query('SELECT count(*)::int AS n FROM accounts')).rows[0]?.n;
    const before = await count();
    const response = await visitor.send('/api/web/api/v1/login/guest', {
      method: 'POST',
      headers: { origin: server().url },
    });
    const { accessToken } = ((await response.json()) as { data: { accessToken: string } }).data;
    expect(accessToken).toBe(sessionOf(visitor));
    expect(await count()).toBe(before);
    expect(await mineOf(accessToken)).toEqual([orderIdIn(location)]);
    expect((await client.session.info({}, { token: accessToken })).data.role).toBe('consumer');
  });

  it('is not handed to another site, nor to a caller without its cookie', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    await visitor.pay(form);
    const own = sessionOf(visitor);
    expect(own).not.toBe('');
    const path = '/api/web/api/v1/login/guest';
    const ask = async (headers: Record<string, string>) => {
      const answer = await visitor.send(path, { method: 'POST', headers });
      return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
    };
    expect(await ask({ origin: 'https://elsewhere.example' })).not.toBe(own);
    visitor.cookies.clear();
    expect(await ask({ origin: server().url })).not.toBe(own);
    visitor.cookies.clear();
    const only = await visitor.send(path, { method: 'POST', body: new URLSearchParams({ existing: 'true' }) });
    expect(only.status).toBe(404);
  });

  it('cookie is set by every login of an end user, and when the token is used without the cookie or with another', async () => {
    const { client, world, smsCodes } = server();
    const guest = await client.session.guest({});
    expect(guest.headers.get('set-cookie')).toContain(`recline-session=${guest.data.accessToken}; `);
    expect(guest.headers.get('set-cookie')).toMatch(/Path=\/; HttpOnly; SameSite=Lax$/);
    const mobile = `138${String(randomInt(1e8)).padStart(8, '0')}`;
    await client.session.smsCode({ mobile });
    const code = smsCodes.get(`+86${mobile}`)?.at(-1) ?? '';
    const byNumber = await client.session.smsLogin({ mobile, code });
    expect(byNumber.headers.get('set-cookie')).toContain(`recline-session=${byNumber.data.accessToken}; `);
    const { deviceId } = await scene();
    const { token } = await world.consumer();
    for (const answer of [
      await client.session.info({}, { token }),
      await client.chairPage.get({ deviceId }, { token }),
    ])
      expect(answer.headers.get('set-cookie')).toContain(`recline-session=${token}; `);
    const visitor = newVisitor();
    visitor.cookies.set('recline-session', guest.data.accessToken);
    await visitor.send('/api/web/api/v1/login/info', { headers: { 'access-token': token } });
    expect(sessionOf(visitor)).toBe(token);
    const manager = await world.manager([]);
    expect((await client.session.info({}, manager)).headers.get('set-cookie')).toBeNull();
  });

  it('that ended by logout is gone for both, and a page that is still open places nothing', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    await visitor.pay(form);
    const token = sessionOf(visitor);
    await visitor.send('/api/web/api/v1/login/logout', { method: 'POST', headers: { 'access-token': token } });
    expect(sessionOf(visitor)).toBe('');
    const stale = await visitor.pay(form);
    expect(stale.location).toContain('refused=again');
    await visitor.open(stale.location);
    const { location } = await visitor.pay(form);
    expect(await ordersOf(deviceId)).toHaveLength(2);
    expect(await mineOf(sessionOf(visitor))).toEqual([orderIdIn(location)]);
  });

  it('that ended elsewhere is reported once, by the page that then forgets it', async () => {
    const { client } = server();
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    visitor.cookies.set('recline-session', (await client.session.guest({})).data.accessToken);
    await client.session.logout({}, { token: sessionOf(visitor) });
    const { location } = await visitor.pay(form);
    expect(location).toContain('refused=sessionEnded');
    expect(sessionOf(visitor)).not.toBe('');
    expect((await visitor.open(location)).html).toContain('登录已失效');
    expect(sessionOf(visitor)).toBe('');
    expect((await visitor.pay(form)).location).toMatch(/^\/pay\?orderId=/);
  });

  it('of a guest who gives a number during a post stays the one with the number', async () => {
    const { client, smsCodes } = server();
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const guest = (await client.session.guest({})).data.accessToken;
    visitor.cookies.set('recline-session', guest);
    const mobile = `138${String(randomInt(1e8)).padStart(8, '0')}`;
    await client.session.smsCode({ mobile });
    const code = smsCodes.get(`+86${mobile}`)?.at(-1) ?? '';
    const [posted, login] = await Promise.all([
      visitor.pay(form),
      client.session.smsLogin({ mobile, code }, { token: guest }),
    ]);
    const token = login.data.accessToken;
    expect(sessionOf(visitor)).toBe(guest); // the post sets no session
    visitor.cookies.set('recline-session', token);
    const again = posted.location.startsWith(payPath) ? posted : await visitor.pay(form);
    expect(await mineOf(token)).toEqual([orderIdIn(again.location)]);
    expect(await ordersOf(deviceId)).toHaveLength(1);
  });

  it('of a manager on the same phone cannot pay by form, but starts the chair at the counter', async () => {
    const { world } = server();
    const { outlet, deviceId, form } = await scene();
    const { token } = await world.manager([outlet]);
    const visitor = await scanned(deviceId);
    visitor.cookies.set('recline-session', token);
    expect((await visitor.pay(form)).location).toContain('refused=sessionEnded');
    expect(await ordersOf(deviceId)).toEqual([]);
    await visitor.scan(deviceId);
    const atCounter = await visitor.payByScript({ ...form, payType: 'cash' }, token);
    expect(atCounter).toMatchObject({ code: 200, data: { status: 'running' } });
  });
});

describe('a refusal', () => {
  it.each(languages)('is a page that keeps the choice and says why, in %s', async (language) => {
    const { world, pool } = server();
    const { outlet, deviceId, form } = await scene();
    const visitor = await scanned(deviceId, { lang: language });
    const said = new Set<string>();
    const refused = async (fields: Record<string, string>, reason: string) => {
      const { location } = await visitor.pay({ ...form, ...fields });
      expect(location).toContain(`refused=${reason}`);
      const { html } = await visitor.open(location);
      const [, message = ''] = /"refusal":\{"message":"([^"]+)"/.exec(html) ?? [];
      expect(html).toContain(`${deviceId}`);
      expect(html).toContain('"choice":');
      said.add(message);
    };
    await refused({ coupon: 'NO-SUCH-COUPON' }, 'badCoupon');
    await refused({ agreed: 'never-in-force' }, 'agreement');
    await refused({ payType: 'wechat' }, 'paymentFailed');
    await refused({ priceId: '999999' }, 'priceChanged');
    await pool.query('UPDATE devices SET fault_code = $2 WHERE id = $1', [deviceId, 'E1']);
    await refused({}, 'deviceUnavailable');
    await pool.query('UPDATE devices SET fault_code = NULL WHERE id = $1', [deviceId]);
    await world.order(deviceId, { status: 'running', placedBy: await world.consumer() });
    await refused({}, 'deviceInUse');
    await pool.query('UPDATE prices SET retired_at = now() WHERE price_group_id = $1', [outlet.priceGroupId]);
    expect(said.size).toBe(6);
    expect([...said]).not.toContain('');
  });

  it('for a chair of another outlet names the member', async () => {
    const { world } = server();
    const { deviceId, form } = await scene();
    const member = await world.consumer({ boundTo: await world.outlet() });
    const visitor = await scanned(deviceId);
    visitor.cookies.set('recline-session', member.token);
    const { location } = await visitor.pay(form);
    expect(location).toContain('refused=wrongOutlet');
    expect((await visitor.open(location)).html).toContain('"refusal":{"message":');
  });

  it('shows only our own sentences, whatever the address contains', async () => {
    const { deviceId } = await scene();
    const visitor = newVisitor();
    const { html } = await visitor.open(
      `/pages/index/index?deviceId=${deviceId}&refused=%3Cb%3Eyou%20won&coupon=%3Ci%3E`,
    );
    expect(html).not.toContain('you won');
    expect(html).not.toContain('<i>');
  });
});

describe('a post of another site', () => {
  const cases: [string, Record<string, string>][] = [
    ['by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['of a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['that no site has sent', { 'sec-fetch-site': 'none' }],
    ['by Origin', { origin: 'https://elsewhere.example' }],
    ['of a sandboxed frame', { origin: 'null' }],
    ['with headers that disagree', { 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' }],
  ];
  it.each(cases)('%s is forbidden, whatever it contains', async (_how, headers) => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    expect((await visitor.pay(form, headers)).status).toBe(403);
    const { token } = await server().world.consumer();
    const asScript = { ...headers, accept: 'application/json', 'access-token': token };
    expect((await visitor.pay(form, asScript)).status).toBe(403);
    expect(await ordersOf(deviceId)).toEqual([]);
  });

  it('from a browser that sends no origin places nothing, because the cookies are not sent', async () => {
    const { deviceId, form } = await scene();
    expect((await newVisitor().pay(form)).location).toContain('refused=again');
    expect(await ordersOf(deviceId)).toEqual([]);
  });

  it('is distinguished from our own by the origin at which it arrived', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const own = { 'sec-fetch-site': 'same-origin', origin: server().url };
    expect((await visitor.pay(form, own)).location).toMatch(/^\/pay\?orderId=/);
  });
});

describe('scripts', () => {
  it('need a token, which alone identifies the payer', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    await visitor.pay(form);
    expect(await visitor.payByScript(form, '')).toMatchObject({ status: 401, code: 401 });
    const { token } = await server().world.consumer();
    const { data } = await visitor.payByScript(form, token);
    expect(await mineOf(token)).toEqual([data.orderId]);
  });

  it('get the errors of fields like the call', async () => {
    const { deviceId } = await scene();
    const visitor = await scanned(deviceId);
    const { token } = await server().world.consumer();
    const answer = await visitor.payByScript({ deviceId, payType: 'sandbox' }, token);
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(answer).toHaveProperty('message', expect.stringContaining('priceId'));
  });
});

describe('inside a wallet', () => {
  const agents = { wechat: 'MicroMessenger/8.0.47', alipay: 'AlipayClient/10.5.90' };
  it.each(['wechat', 'alipay'] as const)('a tap before the scripts load is kept for them: %s', async (payType) => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId, { 'user-agent': agents[payType] });
    const { location } = await visitor.pay({ ...form, payType });
    expect(location).toContain('refused=wallet');
    expect(visitor.cookies.get('recline-tapped')).toBe('1');
    const { html } = await visitor.open(location);
    expect(html).toContain('即将自动继续支付');
    expect(html).toContain(`"payType":"${payType}"`);
    expect(await ordersOf(deviceId)).toEqual([]);
  });
});

describe('the page of an order', () => {
  it('shows nothing to strangers, and one order to the holder of its key', async () => {
    const { deviceId, form } = await scene();
    const visitor = await scanned(deviceId);
    const { location } = await visitor.pay(form);
    const back = await payAtCashier(visitor, (await visitor.open(location)).html);
    const stranger = newVisitor();
    expect((await stranger.open(location)).status).toBe(404);
    expect((await stranger.open(back)).html).toContain(deviceId);
    expect((await stranger.open(`${payPath}?orderId=${randomUUID()}`)).status).toBe(404);
  });
});
