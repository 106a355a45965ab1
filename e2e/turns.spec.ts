import type { Page } from '@playwright/test';
import { pages, pageUrl } from '@recline/contract/pages';
import { type App, shortTimeoutsServer, startApp } from './app.ts';
import { type ChairAt, expect, test as withChairs } from './chairs.ts';

/** Paying while a crowd behind the same address pays: the server lets them reach the provider one after the other. */

const test = withChairs.extend<object, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const app = await startApp({ E2E_CROWD: '1' }, shortTimeoutsServer);
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'default' }); // one server for all of them

const languages = {
  zh_CN: { pay: '支付 ¥15.00', turn: /此刻这里付款的人较多，约\s\d+\s秒后轮到您/, cancel: '放弃订单' },
  en_US: { pay: 'Pay ¥15.00', turn: /Many people here are paying .* in about \d+ s\./, cancel: 'Cancel order' },
  id_ID: { pay: 'Bayar ¥15,00', turn: /Banyak orang di sini .* sekitar \d+ detik lagi/, cancel: 'Batalkan pesanan' },
} as const;
const { pay, turn, cancel } = languages.zh_CN;

const chairPage = (deviceId: string) => pageUrl(pages.index, { deviceId });
const confirm = (page: Page) => page.getByRole('button', { name: '确认支付' });
const sheet = (page: Page) => page.getByRole('dialog');
const reason = (page: Page) => sheet(page).getByRole('status').first();

async function ordersOf({ pool }: App, deviceId: string) {
  const { rows } = await pool.query<{ id: number; status: string; placed_by: number; attempts: number }>(
    `SELECT id, status, placed_by, (SELECT count(*)::int FROM payment_attempts WHERE order_id = o.id) AS attempts
     FROM orders o WHERE device_id = $1 ORDER BY id`,
    [deviceId],
  );
  return rows;
}

/** A chair on whose page Pay was tapped, behind a crowd. */
async function waiting(app: App, chairAt: ChairAt, page: Page) {
  const outlet = await app.world.outlet();
  const chair = await chairAt(outlet);
  const other = await app.world.device(outlet, { online: true });
  for (const { token } of [await app.world.consumer(), await app.world.consumer()])
    await app.client.starting.activate(
      {
        deviceId: other.deviceId,
        priceId: outlet.prices[0]?.priceId ?? '',
        payType: 'sandbox',
        requestId: crypto.randomUUID(),
        patience: 0,
      },
      { token },
    );
  const scan = () => page.goto(chairPage(chair.deviceId));
  /** A guest who has paid before does not wait. */
  const endWait = async () => {
    const [order] = await ordersOf(app, chair.deviceId);
    await app.world.order(other.deviceId, { placedBy: { accountId: Number(order?.placed_by) } });
  };
  return { chair, deviceId: chair.deviceId, scan, endWait };
}

for (const [language, { pay, turn, cancel }] of Object.entries(languages)) {
  test(`in ${language} the page says why it waits and how long, and goes on by itself: one order, one payment`, async ({
    app,
    chairAt,
    page,
    context,
  }) => {
    const { deviceId, scan, endWait } = await waiting(app, chairAt, page);
    await context.addCookies([{ name: 'locale', value: language, url: app.url }]);
    await scan();
    await page.getByRole('button', { name: pay, exact: true }).tap();
    await expect(reason(page)).toHaveText(turn);
    await expect(sheet(page).getByRole('button', { name: cancel })).toBeVisible();
    await page.screenshot({ path: `test-results/turns/${language}.png` });
    expect(await ordersOf(app, deviceId)).toMatchObject([{ status: 'pending', attempts: 1 }]);
    await endWait();
    await expect(page).toHaveURL(/sandbox\/cashier/);
    expect(await ordersOf(app, deviceId)).toMatchObject([{ status: 'pending', attempts: 1 }]);
  });
}

test('a phone that was in the background continues when it returns, and pays', async ({
  app,
  chairAt,
  page,
  context,
}) => {
  const { chair, deviceId, scan, endWait } = await waiting(app, chairAt, page);
  await scan();
  await page.getByRole('button', { name: pay, exact: true }).tap();
  await expect(reason(page)).toHaveText(turn);
  const phone = await context.newCDPSession(page);
  await phone.send('Page.setWebLifecycleState', { state: 'frozen' });
  await endWait();
  await phone.send('Page.setWebLifecycleState', { state: 'active' });
  await confirm(page).tap();
  await expect(page.getByRole('timer')).toBeVisible();
  expect(chair.state).toBe('running');
  expect(await ordersOf(app, deviceId)).toMatchObject([{ status: 'running', attempts: 1 }]);
});

test('asks again where an answer does not arrive', async ({ app, chairAt, page }) => {
  const { deviceId, scan, endWait } = await waiting(app, chairAt, page);
  await scan();
  let lost = 0;
  await page.route('**/data-centre/pay', async (route) => {
    lost += 1;
    if (lost > 2) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: pay, exact: true }).tap();
  await expect(reason(page)).toHaveText(turn);
  await endWait();
  await expect(confirm(page)).toBeVisible();
  expect(lost).toBeGreaterThan(2);
  expect(await ordersOf(app, deviceId)).toMatchObject([{ status: 'pending', attempts: 1 }]);
});

test('cancelling the wait cancels the order and keeps the choice, and the next tap pays a new order', async ({
  app,
  chairAt,
  page,
}) => {
  const { deviceId, scan, endWait } = await waiting(app, chairAt, page);
  await scan();
  await page.locator('label', { hasText: '30' }).tap();
  await page.getByRole('button', { name: '支付 ¥20.00', exact: true }).tap();
  await sheet(page).getByRole('button', { name: cancel }).tap();
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByRole('radio', { name: /30/ })).toBeChecked();
  await expect.poll(() => ordersOf(app, deviceId)).toMatchObject([{ status: 'cancelled' }]);
  await endWait();
  await page.getByRole('button', { name: '支付 ¥20.00', exact: true }).tap();
  await expect(confirm(page)).toBeVisible();
  expect(await ordersOf(app, deviceId)).toMatchObject([{ status: 'cancelled' }, { status: 'pending', attempts: 1 }]);
});

test('a wait that ends with a refusal says what to do', async ({ app, chairAt, page }) => {
  const { deviceId, scan } = await waiting(app, chairAt, page);
  await scan();
  await page.getByRole('button', { name: pay, exact: true }).tap();
  await expect(reason(page)).toHaveText(turn);
  await app.pool.query(`UPDATE orders SET status = 'cancelled', ended_at = now() WHERE device_id = $1`, [deviceId]);
  await expect(page.getByRole('alert')).toContainText('请重新支付');
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByRole('button', { name: pay, exact: true })).toBeEnabled();
});

test('an order left waiting is paid from its own page, which waits too', async ({ app, chairAt, page }) => {
  const { deviceId, scan, endWait } = await waiting(app, chairAt, page);
  await scan();
  await page.getByRole('button', { name: pay, exact: true }).tap();
  await expect(reason(page)).toHaveText(turn);
  const [order] = await ordersOf(app, deviceId);
  await page.goto(pageUrl(pages.countdown, { orderId: String(order?.id) }));
  await page.getByRole('button', { name: pay }).tap();
  await expect(page.getByRole('status').filter({ hasText: turn })).toBeVisible();
  await page.screenshot({ path: 'test-results/turns/countdown.png' });
  await endWait();
  await expect(confirm(page)).toBeVisible();
  expect(await ordersOf(app, deviceId)).toMatchObject([{ status: 'pending', attempts: 1 }]);
});
