import { languages } from '@recline/contract/languages';
import { describe, expect, it } from 'vitest';
import { usePayForms } from '../../testing/pay-forms.ts';

const { server, newVisitor, scene, scanned, ordersOf } = usePayForms();

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
