import { describe, expect, it } from 'vitest';
import { makeCoupon } from '../../testing/coupons.ts';
import { orderIdIn } from '../../testing/page-visitor.ts';
import { keyOf, sessionOf, usePayForms } from '../../testing/pay-forms.ts';

const { server, newVisitor, scene, scanned, ordersOf, isRunning } = usePayForms();

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
