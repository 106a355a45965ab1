import { randomInt } from 'node:crypto';
import { payPath } from '@recline/contract/pages';
import { describe, expect, it } from 'vitest';
import { orderIdIn } from '../../testing/page-visitor.ts';
import { sessionOf, usePayForms } from '../../testing/pay-forms.ts';

const { server, newVisitor, scene, scanned, ordersOf, mineOf } = usePayForms();

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
