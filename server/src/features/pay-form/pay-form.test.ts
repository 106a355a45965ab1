import { randomUUID } from 'node:crypto';
import { payPath } from '@recline/contract/pages';
import { describe, expect, it } from 'vitest';
import { makeCashCoupon, makeCoupon } from '../../testing/coupons.ts';
import { orderIdIn, refreshOf } from '../../testing/page-visitor.ts';
import { sessionOf, usePayForms } from '../../testing/pay-forms.ts';

const { server, newVisitor, scene, scanned, ordersOf, isRunning, payAtCashier, mineOf } = usePayForms();

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
