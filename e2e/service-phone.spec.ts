import { pages, pageUrl } from '@recline/contract/pages';
import { makeCoupon } from '../server/src/testing/coupons.ts';
import { type App, shortTimeoutsServer, startApp } from './app.ts';
import { expect, test as withChairs } from './chairs.ts';

/** A server without a number to call. */
const test = withChairs.extend<object, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const app = await startApp({ SERVICE_PHONE: '' }, shortTimeoutsServer);
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});

test('without a service phone, neither the account page nor a chair’s page offers to call', async ({ app, openAs }) => {
  const outlet = await app.world.outlet();
  const { deviceId } = await app.world.device(outlet);
  const page = await openAs(await app.world.manager([outlet]), pages.user);
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
  await expect(page.getByText('客服电话')).toHaveCount(0);
  await page.goto(pageUrl(pages.index, { deviceId }));
  await expect(page.getByRole('heading', { name: '这台设备没有联网' })).toBeVisible();
  await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
});

test('the countdown shows the outlet’s phone number, also after its order changed, and none if it has none', async ({
  app,
  chairAt,
  openAs,
}) => {
  const outlet = await app.world.outlet();
  const chair = await chairAt(outlet);
  const guest = await app.world.consumer();
  const couponNo = await makeCoupon(app.pool, 'free');
  const priceId = outlet.prices[0]?.priceId ?? '';
  const input = { deviceId: chair.deviceId, priceId, payType: 'coupon', couponNo, requestId: crypto.randomUUID() };
  const { orderId } = (await app.client.starting.activate(input, guest)).data;
  const page = await openAs(guest, pageUrl(pages.countdown, { orderId }));
  const call = page.getByRole('link', { name: '联系客服' });
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(call).toHaveCount(0);
  await app.pool.query("UPDATE outlets SET service_phone = '021-5081 1234' WHERE id = $1", [outlet.id]);
  await page.reload();
  await expect(call).toHaveAttribute('href', 'tel:02150811234');
  await app.client.orders.stop({ orderId }, guest);
  await expect(page.getByText('已提前结束').first()).toBeVisible();
  await expect(call).toHaveText('联系客服 021-5081 1234');
});
