import type { Page } from '@playwright/test';
import { maskMobile } from '@recline/contract/mobile';
import { pages } from '@recline/contract/pages';
import { makeCashCoupon } from '../server/src/testing/coupons.ts';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';

const orders = pages.orders;
const rows = (page: Page) => page.locator('main').getByRole('listitem').getByRole('link');
const summary = (page: Page, name: string) => page.locator('dl', { hasText: name }).locator('dd');
const filters = (page: Page) => page.getByRole('list', { name: '当前筛选条件' });

/** Orders of every type: five counted, one refunded. */
async function manyOrders({ world }: App) {
  const outlet = await world.outlet();
  const other = await world.outlet();
  const chair = (await world.device(outlet)).deviceId;
  const second = (await world.device(other)).deviceId;
  await world.order(chair, { type: 'online', amount: 1000, gear: 'deep' });
  const { couponNo } = await world.order(chair, { type: 'online', amount: 800, couponProperty: 'discount' });
  await world.order(chair, { type: 'coin', amount: 300 });
  const { id: paidWithCoupon } = await world.order(chair, { type: 'cash_coupon', amount: 500 });
  await world.order(chair, { type: 'online', amount: 7700, status: 'refunded' });
  await world.order(second, { type: 'online', amount: 250 });
  const manager = await world.manager([outlet, other]);
  return { outlet, other, chair, second, couponNo: couponNo ?? '', paidWithCoupon, manager };
}

async function openFilters(page: Page) {
  await page.getByRole('button', { name: '筛选', exact: true }).click();
  return page.getByRole('dialog', { name: '筛选订单' });
}

test('today’s orders are listed with their totals; a refunded order is listed but not counted', async ({
  app,
  openAs,
}) => {
  const { manager } = await manyOrders(app);
  const page = await openAs(manager, orders);
  await expect(rows(page)).toHaveCount(6);
  await expect(summary(page, '全部订单 · 5 单')).toHaveText('¥28.50');
  await expect(page.getByText('线上订单 · 3 单 ¥20.50')).toBeVisible();
  await expect(page.getByText('现金订单 · 2 单 ¥8.00')).toBeVisible();
  await expect(rows(page).filter({ hasText: '已退款' })).toContainText('¥77.00');
});

test('the filter sheet narrows the list on submit, and filters can be removed one by one', async ({ app, openAs }) => {
  const { manager } = await manyOrders(app);
  const page = await openAs(manager, orders);
  const sheet = await openFilters(page);
  await sheet.getByRole('group', { name: '订单类型' }).getByText('线上订单').click();
  await sheet.getByRole('group', { name: '使用档位' }).getByText('深层').click();
  await expect(rows(page)).toHaveCount(6);
  await sheet.getByRole('button', { name: '立即筛选' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(summary(page, '全部订单 · 1 单')).toHaveText('¥10.00');
  await filters(page).getByRole('button', { name: '深层' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page).toHaveURL(/type=online/);
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await filters(page).getByRole('button', { name: '线上订单' }).click();
  await expect(rows(page)).toHaveCount(6);
});

test('a custom period without its ends is refused, and reset clears the filter sheet', async ({ app, openAs }) => {
  const { manager } = await manyOrders(app);
  const page = await openAs(manager, `${orders}?status=refunded&period=week`);
  await expect(rows(page)).toHaveCount(1);
  const sheet = await openFilters(page);
  await expect(sheet.getByRole('radio', { name: '已退款' })).toBeChecked();
  await sheet.getByText('自定义').click();
  await sheet.getByRole('button', { name: '立即筛选' }).click();
  await expect(sheet.getByText('请选择时间')).toBeVisible();
  await sheet.getByRole('button', { name: '重置' }).click();
  await expect(sheet.getByText('请选择时间')).toHaveCount(0);
  await sheet.getByRole('button', { name: '立即筛选' }).click();
  await expect(rows(page)).toHaveCount(6);
  await expect(page).not.toHaveURL(/status=/);
});

test('reset clears a custom period with its ends', async ({ app, openAs }) => {
  const { manager } = await manyOrders(app);
  const page = await openAs(manager, orders);
  const sheet = await openFilters(page);
  const ends = [sheet.getByLabel('开始时间'), sheet.getByLabel('结束时间')];
  await sheet.getByText('自定义').click();
  await sheet.getByRole('button', { name: '立即筛选' }).click();
  await expect(sheet.getByText('请选择时间')).toBeVisible();
  for (const end of ends) await end.fill('2026-05-01T08:00');
  await expect(sheet.getByText('请选择时间')).toHaveCount(0);
  await sheet.getByRole('button', { name: '重置' }).click();
  await expect(sheet.getByRole('radio', { name: '今日' })).toBeChecked();
  await sheet.getByText('自定义').click();
  for (const end of ends) await expect(end).toHaveValue('');
});

test('an order’s sheet has the way it was paid and its coupon', async ({ app, openAs }) => {
  const { manager, couponNo } = await manyOrders(app);
  const page = await openAs(manager, `${orders}?couponNo=${couponNo}`);
  await rows(page).click();
  const fact = (name: string) =>
    page.getByRole('dialog', { name: '订单详情' }).locator('dl > div', { hasText: name }).locator('dd');
  await expect(fact('支付方式')).toHaveText('模拟支付');
  await expect(fact('优惠券号')).toHaveText(couponNo);
  await expect(fact('券属性')).toHaveText('折扣券');
});

test('orders are found by coupon, cash coupon, coupon property, chair and outlet', async ({ app, openAs }) => {
  const { manager, couponNo, outlet, other, second, paidWithCoupon } = await manyOrders(app);
  const cashCouponNo = await makeCashCoupon(app.pool, outlet, 500);
  await app.pool.query('UPDATE orders SET cash_coupon_no = $1 WHERE id = $2', [cashCouponNo, paidWithCoupon]);
  const page = await openAs(manager, orders);
  const sheet = await openFilters(page);
  await sheet.getByLabel('优惠券号').fill(couponNo);
  await sheet.getByRole('button', { name: '立即筛选' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(filters(page)).toContainText(couponNo);
  await page.goto(orders);
  await (await openFilters(page)).getByLabel('现金券号').fill(cashCouponNo);
  await sheet.getByRole('button', { name: '立即筛选' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('¥5.00');
  await page.goto(`${orders}?couponProperty=discount`);
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`${orders}?outletId=${other.outletId}`);
  await expect(filters(page)).toContainText(other.name);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(second);
  await page.goto(`${orders}?deviceId=${second}`);
  await expect(rows(page)).toHaveCount(1);
});

test('an order opens over the list, and going back closes it', async ({ app, openAs }) => {
  const { manager, chair } = await manyOrders(app);
  const page = await openAs(manager, pages.details);
  await page.getByRole('link', { name: '订单明细' }).click();
  const coin = rows(page).filter({ hasText: '¥3.00' });
  await coin.click();
  const sheet = page.getByRole('dialog', { name: '订单详情' });
  await expect(sheet).toContainText('¥3.00');
  await expect(sheet).toContainText(chair);
  await expect(page).toHaveURL(/orderId=/);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await coin.click();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page).not.toHaveURL(/orderId=/);
  await page.goBack();
  await expect(page).toHaveURL(/pages\/details/);
});

test('a row says amount, chair, when and state, the ends of both numbers, and a refund in part', async ({
  app,
  openAs,
}) => {
  const { world } = app;
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet);
  const guest = await world.consumer();
  const order = { amount: 1500, placedBy: guest };
  const recent = await world.order(deviceId, { ...order, at: new Date(Date.now() - 2 * 3600_000) });
  await world.order(deviceId, { ...order, at: new Date(Date.now() - 50 * 3600_000) });
  await app.pool.query('UPDATE orders SET refunded_amount = 500 WHERE id = $1', [recent.id]);
  const manager = await world.manager([outlet]);
  const { data } = await app.client.orders.get({ orderId: recent.orderId }, { token: manager.token });
  const page = await openAs(manager, `${orders}?period=month`);
  const row = rows(page).filter({ hasText: '已退 ¥5.00' });
  await expect(row).toContainText(`${deviceId} ${outlet.name}`);
  await expect(row).toContainText(`2小时前 · 尾号 ${data.orderNo.slice(-4)} · ${maskMobile(guest.mobile)}`);
  await expect(row).toContainText('已完成');
  await expect(rows(page).last()).toContainText(/\d\d\/\d\d \d\d:\d\d · /);
  await page.getByRole('searchbox').fill(data.orderNo.slice(-5));
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 个订单');
  await row.click();
  const sheet = page.getByRole('dialog', { name: `订单详情 · 尾号 ${data.orderNo.slice(-4)}` });
  await expect(sheet).toContainText('已退金额¥5.00');
});

test('a link to an order opens it, even where the list does not contain it', async ({ app, openAs }) => {
  const { manager, chair } = await manyOrders(app);
  const at = new Date(Date.now() - 40 * 24 * 3600_000);
  const { orderId } = await app.world.order(chair, { amount: 4200, at });
  const page = await openAs(manager, `${orders}?orderId=${orderId}`);
  const sheet = page.getByRole('dialog', { name: '订单详情' });
  await expect(sheet).toContainText('¥42.00');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(rows(page)).toHaveCount(6);
});

test.describe('a long list', () => {
  const manyRows = async (app: App) => {
    const { manager, chair } = await manyOrders(app);
    for (let index = 1; index <= 60; index += 1) {
      await app.world.order(chair, { amount: index, at: new Date(Date.now() - index * 1000) });
    }
    return manager;
  };

  test('loads more rows near its end', async ({ app, openAs }) => {
    const page = await openAs(await manyRows(app), `${orders}?period=week`);
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(page.getByText('没有更多了')).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(rows(page)).toHaveCount(66);
  });

  test('loads more rows where a busy browser reports several changes at once', async ({ app, page, openAs }) => {
    await page.addInitScript(() => {
      const changes = [false, true].map((isIntersecting) => ({ isIntersecting }) as IntersectionObserverEntry);
      window.IntersectionObserver = class extends IntersectionObserver {
        readonly #report: IntersectionObserverCallback;
        constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          super(() => {}, options);
          this.#report = report;
        }
        override observe() {
          this.#report(changes, this);
        }
      };
    });
    await openAs(await manyRows(app), `${orders}?period=week`);
    await expect(rows(page)).toHaveCount(66);
  });
});

test('filters without a match show what to do', async ({ app, openAs }) => {
  const { manager } = await manyOrders(app);
  const page = await openAs(manager, `${orders}?couponNo=none`);
  await expect(page.getByText('没有符合条件的订单')).toBeVisible();
  await page.getByRole('button', { name: '查看本月订单' }).click();
  await expect(rows(page)).toHaveCount(6);
});

test('a list that failed to load can be retried', async ({ app, page, openAs }) => {
  const { manager } = await manyOrders(app);
  const broken = { status: 500, json: { code: 500, message: '服务器出错', data: null } };
  await page.route('**/api/v1/order?*', (route) => route.fulfill(broken));
  await openAs(manager, orders);
  await expect(page.getByRole('alert')).toContainText('服务器出错');
  await page.unroute('**/api/v1/order?*');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(rows(page)).toHaveCount(6);
});

test('opening an order keeps the chosen currency, in the address and in the sum behind it', async ({ app, openAs }) => {
  const outlets = [await app.world.outlet(), await app.world.outlet({ currency: 'RM' })];
  const [yuan, ringgit] = await Promise.all(outlets.map((outlet) => app.world.device(outlet)));
  await app.world.order(yuan?.deviceId ?? '', { amount: 1000 });
  await app.world.order(ringgit?.deviceId ?? '', { amount: 700 });
  const page = await openAs(await app.world.manager(outlets), orders);
  await page.getByRole('group', { name: '币种' }).getByText('RM').click();
  await expect(summary(page, '全部订单 · 1 单')).toHaveText('RM 7.00');
  await expect(filters(page)).toContainText('RM');
  await rows(page).filter({ hasText: 'RM 7.00' }).click();
  await expect(page.getByRole('dialog', { name: '订单详情' })).toContainText('RM 7.00');
  await expect(page).toHaveURL(/currency=RM/);
  await page.keyboard.press('Escape');
  await expect(summary(page, '全部订单 · 1 单')).toHaveText('RM 7.00');
});

test('while orders of a new filter are loading, none of the old filter can be opened', async ({ app, openAs }) => {
  const { manager } = await manyOrders(app);
  const page = await openAs(manager, orders);
  await expect(rows(page)).toHaveCount(6);
  const held = Promise.withResolvers<void>();
  await page.route(/api\/v1\/order(\/orderH5)?\?.*status=refunded/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const sheet = await openFilters(page);
  await sheet.getByRole('group', { name: '订单状态' }).getByText('已退款').click();
  await sheet.getByRole('button', { name: '立即筛选' }).click();
  await expect(filters(page)).toContainText('已退款');
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByText('全部订单')).toHaveCount(0);
  held.resolve();
  await expect(rows(page)).toHaveCount(1);
});

test('on plain http, where browsers offer no random UUID, a refund is made', async ({ app, page, openAs }) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined }));
  const { manager, paidWithCoupon } = await manyOrders(app);
  await openAs(manager, `${orders}?orderId=${paidWithCoupon}`);
  await page.getByRole('dialog', { name: '订单详情' }).getByRole('button', { name: '退款' }).click();
  const sheet = page.getByRole('dialog', { name: '退款 ¥5.00？' });
  await sheet.getByText('其他原因').click();
  await sheet.getByRole('button', { name: '退款', exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('dialog', { name: '订单详情' })).toContainText('已退款');
});
