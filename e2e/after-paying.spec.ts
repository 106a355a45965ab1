import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { makeCoupon } from '../server/src/testing/coupons.ts';
import { refundAll } from '../server/src/testing/money.ts';
import type { App } from './app.ts';
import { expect, test } from './chairs.ts';

const chairPage = (deviceId: string) => `${pages.index}?deviceId=${deviceId}`;
const timer = (page: Page) => page.getByRole('timer');
const notPaidYet = (page: Page) => page.locator('strong').filter({ hasText: '尚未支付' });
const payControls = (page: Page) => page.getByRole('main').getByText(/支付 ¥|重新支付/);

/** Goes to the cashier page. Returns its address, and the one to which the provider sends the payer back. */
async function toCashier(page: Page, { pool }: App, deviceId: string) {
  await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).tap();
  await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible();
  const { rows } = await pool.query<{ return_to: string }>(
    `SELECT p.return_to FROM sandbox_payments p JOIN payment_attempts a ON a.number = p.number
     JOIN orders o ON o.id = a.order_id WHERE o.device_id = $1`,
    [deviceId],
  );
  return { cashier: page.url(), returnTo: rows[0]?.return_to ?? '' };
}

/** The provider takes the payment, and tells the server. */
const payAt = (cashier: string) =>
  fetch(cashier, { method: 'POST', body: new URLSearchParams({ decision: 'paid' }), redirect: 'manual' });

test('back from the provider the page says where the payment stands, and once paid Back never offers it again', async ({
  app,
  chairAt,
  page,
}) => {
  const chair = await chairAt(await app.world.outlet());
  await page.goto(chairPage(chair.deviceId));
  const { cashier, returnTo } = await toCashier(page, app, chair.deviceId);
  await page.goto(returnTo);
  await expect(notPaidYet(page)).toBeVisible();
  await expect(page.getByText('总时长 20 分钟')).toBeVisible();
  const facts = page.getByRole('region', { name: '订单信息' });
  for (const fact of ['总时长20 分钟', chair.deviceId, '¥15.00']) await expect(facts).toContainText(fact);
  // The key does not stay in the address of the browser that paid.
  await expect(page).toHaveURL(new RegExp(`${pages.countdown}\\?orderId=\\d+$`));
  await payAt(cashier);
  await expect(timer(page)).toBeVisible();
  await expect(payControls(page)).toHaveCount(0);
  await page.goto(pages.myOrders);
  await expect(page.getByRole('link', { name: '查看倒计时' })).toBeVisible();
  await expect(page.getByRole('link', { name: '去支付' })).toHaveCount(0);
  // Back over the entries of the visit: the countdown, the provider's page, and the page of the chair.
  await page.goBack();
  await expect(timer(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(cashier);
  await expect(page.getByRole('button', { name: '确认支付' })).toHaveCount(0);
  await page.goBack();
  await expect(timer(page)).toBeVisible();
});

test('another browser shows that one order by the key in the address, without a token', async ({
  app,
  chairAt,
  page,
  browser,
}) => {
  const chair = await chairAt(await app.world.outlet());
  await page.goto(chairPage(chair.deviceId));
  const { cashier, returnTo } = await toCashier(page, app, chair.deviceId);
  const other = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await other.goto(returnTo);
  await expect(notPaidYet(other)).toBeVisible();
  await payAt(cashier);
  await expect(timer(other)).toBeVisible();
  await expect(other.getByText(chair.deviceId)).toBeVisible();
  await expect(other.getByRole('button', { name: '提前结束' })).toHaveCount(0);
  expect(await other.evaluate('localStorage.getItem("Access-Token")')).toBeNull();
  await other.goto(returnTo.replace(/key=.*/, 'key=wrong'));
  await expect(other.getByText('没有找到此订单')).toBeVisible();
  await other.context().close();
});

test('a payer who comes back without paying can cancel the order and pay for another', async ({
  app,
  chairAt,
  page,
}) => {
  const chair = await chairAt(await app.world.outlet());
  await page.goto(chairPage(chair.deviceId));
  const { returnTo } = await toCashier(page, app, chair.deviceId);
  await page.goto(returnTo);
  await expect(notPaidYet(page)).toBeVisible();
  await page.getByRole('button', { name: '放弃订单' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: '放弃订单' }).tap();
  await expect(page.getByText('未产生费用')).toBeVisible();
  await page.getByRole('link', { name: '再来一次' }).tap();
  await expect(page.getByRole('button', { name: '支付 ¥15.00' })).toBeVisible();
});

test('a payer whose chair was taken meanwhile sees that, and where the money is', async ({ app, chairAt, page }) => {
  const outlet = await app.world.outlet();
  const chair = await chairAt(outlet);
  await page.goto(chairPage(chair.deviceId));
  await toCashier(page, app, chair.deviceId);
  const first = await app.world.consumer();
  const couponNo = await makeCoupon(app.pool, 'free');
  const priceId = outlet.prices[0]?.priceId ?? '';
  const input = { deviceId: chair.deviceId, priceId, payType: 'coupon', couponNo, requestId: crypto.randomUUID() };
  await app.client.starting.activate(input, { token: first.token });
  await page.getByRole('button', { name: '确认支付' }).tap();
  await expect(page.locator('strong').filter({ hasText: '设备已被占用' })).toBeVisible();
  await expect(page.getByText(/¥15\.00 (正在|已)原路退回/)).toBeVisible();
  await expect(page.getByRole('link', { name: '换一台设备' })).toBeVisible();
});

test('a payment that came too late says where the money is', async ({ app, openAs }) => {
  const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
  const guest = await app.world.consumer();
  const order = await app.world.order(deviceId, { status: 'cancelled', placedBy: guest, amount: 1500 });
  await refundAll(app.pool, order.id);
  const page = await openAs(guest, `${pages.countdown}?orderId=${order.orderId}`);
  await expect(page.getByText('您的支付到账时，订单已经取消')).toBeVisible();
  await expect(page.getByText('¥15.00 已原路退回')).toBeVisible();
});

test('“Again” is one tap from paying for the same package', async ({ app, chairAt, openAs }) => {
  const outlet = await app.world.outlet();
  const chair = await chairAt(outlet);
  const guest = await app.world.consumer();
  const ended = { placedBy: guest, amount: 800, gear: 'gentle', at: new Date(Date.now() - 3_600_000) } as const;
  const { orderId } = await app.world.order(chair.deviceId, ended);
  const page = await openAs(guest, `${pages.countdown}?orderId=${orderId}`);
  await page.getByRole('link', { name: '再来一次' }).tap();
  await page.getByRole('button', { name: '支付 ¥8.00' }).tap();
  await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible();
});
