import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import type { App } from './app.ts';
import { expect, test } from './chairs.ts';
import { toastOf } from './login-page.ts';

const home = pages.home;

/** One outlet with two chairs, one of them faulty. */
async function smallOutlet({ world, pool }: App) {
  const outlet = await world.outlet();
  const chair = await world.device(outlet, { online: true });
  const broken = await world.device(outlet, { online: true });
  await pool.query(`UPDATE devices SET fault_code = 'E01' WHERE id = $1`, [broken.deviceId]);
  return { chair: chair.deviceId, broken: broken.deviceId, manager: await world.manager([outlet]) };
}

const figure = (page: Page, name: string) => page.locator('dl', { hasText: name }).locator('dd');
const total = (page: Page) => page.locator('section', { hasText: '今日收入' }).locator('p.number');

test('the overview shows today’s online and cash income, without refunded orders', async ({ app, openAs }) => {
  const { chair, manager } = await smallOutlet(app);
  await app.world.order(chair, { type: 'online', amount: 1000 });
  await app.world.order(chair, { type: 'coin', amount: 550 });
  await app.world.order(chair, { type: 'cash_coupon', amount: 300 });
  await app.world.order(chair, { type: 'online', amount: 9900, status: 'refunded' });
  const page = await openAs(manager, home);
  await expect(total(page)).toContainText('¥18.50');
  await expect(figure(page, '今日线上收入')).toContainText('¥10.00');
  await expect(figure(page, '今日现金总额')).toContainText('¥8.50');
  await expect(figure(page, '今日订单')).toHaveText('3');
  await expect(figure(page, '网点数')).toHaveText('1');
  await expect(figure(page, '设备总数')).toHaveText('2');
  await expect(figure(page, '本年')).toContainText('¥18.50');
});

test('each period is compared with the same point of the previous one', async ({ app, openAs }) => {
  const { chair, manager } = await smallOutlet(app);
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000);
  await app.world.order(chair, { amount: 1500, at: daysAgo(1) });
  await app.world.order(chair, { amount: 1000, at: daysAgo(2) });
  const page = await openAs(manager, home);
  await expect(figure(page, '昨日')).toHaveText('¥15.00');
  await expect(page.locator('div', { has: figure(page, '昨日') }).last()).toContainText('▲ +50%');
});

test('the number of abnormal devices links to the list of them', async ({ app, openAs }) => {
  const { chair, broken, manager } = await smallOutlet(app);
  const page = await openAs(manager, home);
  await page.getByRole('link', { name: '异常设备' }).click();
  await expect(page).toHaveURL(/deviceList\?abnormal=true/);
  await expect(page.getByRole('button', { name: broken })).toContainText('机芯电机卡住');
  await expect(page.getByText(chair)).toHaveCount(0);
});

test.describe('with animations', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('refreshing reports its result; a refreshed figure does not count up again', async ({ app, openAs }) => {
    const { chair, manager } = await smallOutlet(app);
    await app.world.order(chair, { amount: 1000 });
    const page = await openAs(manager, home);
    await expect(total(page)).toHaveText('¥10.00');
    await total(page).evaluate((element) => {
      const seen: (string | null)[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => seen.push(element.textContent)).observe(element, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await app.world.order(chair, { amount: 500 });
    const answered = Promise.withResolvers<void>();
    await page.route('**/statistics/h5/**', (route) => answered.promise.then(() => route.continue()));
    await page.getByRole('button', { name: '刷新' }).click();
    await expect(page.getByRole('button', { name: '刷新中' })).toBeDisabled();
    answered.resolve();
    await expect(page.getByText('刷新成功')).toBeVisible();
    await expect(total(page)).toHaveText('¥15.00');
    expect(await page.evaluate(() => new Set((window as unknown as { seen: string[] }).seen).size)).toBe(1);

    await page.route('**/statistics/h5/**', (route) =>
      route.fulfill({ status: 500, json: { code: 500, message: 'x' } }),
    );
    await page.getByRole('button', { name: '刷新' }).click();
    await expect(page.getByText('刷新失败')).toBeVisible();
    await expect(total(page)).toHaveText('¥15.00');
  });
});

test('changed income and chairs appear without a reload or a message, by at most one call in five seconds', async ({
  app,
  page,
  chairAt,
  openAs,
}) => {
  const outlet = await app.world.outlet();
  const chair = await chairAt(outlet);
  const manager = await app.world.manager([outlet], ['home', 'user']);
  const asked: number[] = [];
  page.on('request', (request) => request.url().includes('/h5/home') && asked.push(Date.now()));
  const stream = page.waitForResponse('**/api/v1/events*');
  await openAs(manager, home);
  await expect(total(page)).toHaveText('¥0.00');
  await stream;
  const words = () => page.getByRole('button', { name: /刷新中/ }).or(page.getByText('刷新成功'));
  await app.client.starting.activate(
    {
      deviceId: chair.deviceId,
      priceId: outlet.prices[0]?.priceId ?? '',
      payType: 'cash',
      requestId: crypto.randomUUID(),
    },
    { token: (await app.world.manager([outlet])).token },
  );
  await expect(total(page)).not.toHaveText('¥0.00');
  await expect(figure(page, '今日订单')).toHaveText('1');
  chair.breakDown('E02');
  await expect(figure(page, '异常设备')).toHaveText('1');
  await expect(words()).toHaveCount(0);
  const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  // The first follows the page's own call; a timer may be a few milliseconds early.
  expect(gaps.slice(1).filter((gap) => gap < 4_900)).toEqual([]);
});

test('today is compared with the same part of the same day of last week, alike on both screens', async ({
  app,
  openAs,
}) => {
  const { chair, manager } = await smallOutlet(app);
  const week = 7 * 24 * 3600_000;
  const shanghaiHour = new Date(Date.now() + 8 * 3600_000).getUTCHours();
  await app.world.order(chair, { amount: 1, at: new Date(Date.now() - 6 * week) });
  await app.world.order(chair, { amount: 1000, at: new Date(Date.now() - week - 1000) });
  if (shanghaiHour < 23) await app.world.order(chair, { amount: 7000, at: new Date(Date.now() - week + 600_000) });
  await app.world.order(chair, { amount: 1500 });
  const page = await openAs(manager, home);
  const hero = page.locator('section', { hasText: '今日收入' }).first();
  await expect(hero).toContainText('▲ +50% 较上周同日同时段');
  await page.getByRole('link', { name: '数据详情' }).click();
  await expect(page.getByRole('main')).toContainText('▲ +50% 较上周同日同时段');
  await page.getByRole('group', { name: '选择时间' }).getByText('本周').click();
  await expect(page.getByRole('main')).toContainText('对比上一周期同期');
  await expect(page.getByLabel('比较对象')).toHaveCount(0);
});

test('a refresh that fails without a network shows that', async ({ app, page, openAs }) => {
  const { manager } = await smallOutlet(app);
  await openAs(manager, home);
  await expect(total(page)).toHaveText('¥0.00');
  await page.route('**/statistics/h5/**', (route) => route.abort());
  await page.getByRole('button', { name: '刷新' }).click();
  await expect(toastOf(page)).toHaveText('网络连接失败');
  await expect(page.getByRole('button', { name: '刷新', exact: true })).toBeEnabled();
  await expect(toastOf(page)).not.toHaveText('刷新失败');
});

test('returning to the app refreshes the figures', async ({ app, openAs }) => {
  const { chair, manager } = await smallOutlet(app);
  const page = await openAs(manager, home);
  await expect(total(page)).toHaveText('¥0.00');
  await app.world.order(chair, { amount: 700 });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(total(page)).toHaveText('¥7.00');
});

test('a server without the combined call serves the same overview', async ({ app, page, openAs }) => {
  const { chair, manager } = await smallOutlet(app);
  await app.world.order(chair, { amount: 1234 });
  const missing = { status: 404, json: { code: 404, message: '', data: null } };
  await page.route('**/statistics/h5/home*', (route) => route.fulfill(missing));
  await openAs(manager, home);
  await expect(total(page)).toHaveText('¥12.34');
  await expect(figure(page, '设备总数')).toHaveText('2');
});

test('with several currencies, one is shown at a time, on every screen', async ({ app, openAs }) => {
  const outlets = [await app.world.outlet(), await app.world.outlet({ currency: 'PHP' })];
  const [yuan, peso] = await Promise.all(outlets.map((outlet) => app.world.device(outlet)));
  await app.world.order(yuan?.deviceId ?? '', { amount: 1000 });
  await app.world.order(peso?.deviceId ?? '', { amount: 9900 });
  const page = await openAs(await app.world.manager(outlets), home);
  await expect(total(page)).toHaveText('¥10.00');
  const tiles = page.getByRole('region', { name: '其他概况' }).locator('dt');
  const tilesOf = (currency: string) =>
    ['今日订单', '网点数', '设备总数', '异常设备'].map((name) => `${name} · ${currency}`);
  await expect(tiles).toHaveText(tilesOf('CNY'));
  await page.getByText('PHP', { exact: true }).click();
  await expect(total(page)).toHaveText('₱99.00');
  await expect(tiles).toHaveText(tilesOf('PHP'));
  await page.getByRole('link', { name: '数据详情' }).click();
  await expect(page.getByRole('main')).toContainText('₱99.00');
  await page.getByRole('link', { name: '我的' }).click();
  await page.getByRole('link', { name: '数据概况' }).click();
  await expect(total(page)).toHaveText('₱99.00');
  await page.getByRole('link', { name: '数据图表' }).click();
  await expect(page.getByRole('main')).toContainText('₱99.00');
});

test('an account without outlets sees what to do', async ({ app, openAs }) => {
  const page = await openAs(await app.world.manager([]), home);
  await expect(page.getByText('还没有网点')).toBeVisible();
});

test('figures that failed to load can be retried', async ({ app, page, openAs }) => {
  const { manager } = await smallOutlet(app);
  const broken = { status: 500, json: { code: 500, message: '服务器出错', data: null } };
  await page.route('**/statistics/h5/**', (route) => route.fulfill(broken));
  await openAs(manager, home);
  await expect(page.getByRole('alert')).toContainText('服务器出错');
  await page.unroute('**/statistics/h5/**');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(total(page)).toHaveText('¥0.00');
});
