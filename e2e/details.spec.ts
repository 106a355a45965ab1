import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';

const details = pages.details;
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000);
const figure = (page: Page, name: string) => page.locator('dl', { hasText: name }).locator('dd').first();
const period = (page: Page, name: string) =>
  page.getByRole('group', { name: '选择时间' }).getByText(name, { exact: true });

/** Two outlets: the first has more income today, the second yesterday. */
async function twoOutlets({ world }: App) {
  const [mall, airport] = [await world.outlet({ name: '=1+1, 商场' }), await world.outlet()];
  const [here, there] = [await world.device(mall), await world.device(airport)];
  await world.device(mall);
  await world.order(here.deviceId, { type: 'online', amount: 3000 });
  await world.order(here.deviceId, { type: 'coin', amount: 1000 });
  await world.order(there.deviceId, { type: 'online', amount: 500 });
  await world.order(there.deviceId, { type: 'online', amount: 9000, at: daysAgo(1) });
  return { mall, airport, manager: await world.manager([mall, airport]) };
}

test('the details show today’s figures and the ranking of outlets', async ({ app, openAs }) => {
  const { mall, airport, manager } = await twoOutlets(app);
  const page = await openAs(manager, details);
  await expect(figure(page, '当前收益')).toHaveText('¥45.00');
  await expect(page.getByText('线上收入 ¥35.00')).toBeVisible();
  await expect(page.getByText('现金总额 ¥10.00')).toBeVisible();
  await expect(figure(page, '设备总数')).toHaveText('3');
  await expect(figure(page, '单台均收')).toHaveText('¥15.00');
  const ranking = page.locator('section', { hasText: '网点排行' }).getByRole('listitem');
  await expect(ranking.nth(0)).toContainText(mall.name);
  await expect(ranking.nth(0)).toContainText('¥40.00');
  await expect(ranking.nth(1)).toContainText(airport.name);
});

test('another period shows its own figures, and is part of the address', async ({ app, openAs }) => {
  const { airport, manager } = await twoOutlets(app);
  const page = await openAs(manager, details);
  await period(page, '昨日').click();
  await expect(figure(page, '当前收益')).toHaveText('¥90.00');
  await expect(page).toHaveURL(/period=yesterday/);
  await page.reload();
  await expect(figure(page, '当前收益')).toHaveText('¥90.00');
  await expect(page.locator('section', { hasText: '网点排行' }).getByRole('listitem').first()).toContainText(
    airport.name,
  );
});

test('a custom period requires both ends, in the right order', async ({ app, openAs }) => {
  const { manager } = await twoOutlets(app);
  const page = await openAs(manager, details);
  await page.getByRole('button', { name: '自定义' }).click();
  const sheet = page.getByRole('dialog', { name: '选择时间' });
  const confirm = sheet.getByRole('button', { name: '确定' });
  await confirm.click();
  await expect(sheet.getByText('请选择时间')).toBeVisible();
  await sheet.getByLabel('开始时间').fill('2026-05-02T00:00');
  await sheet.getByLabel('结束时间').fill('2026-05-01T00:00');
  await confirm.click();
  await expect(sheet.getByLabel('结束时间')).toHaveAccessibleDescription('请选择正确的时间：结束时间须晚于开始时间');
  await sheet.getByLabel('开始时间').fill('2026-04-01T08:30');
  await confirm.click();
  await expect(page).toHaveURL(/start=2026-04-01T00%3A30/);
  await expect(figure(page, '当前收益')).toHaveText('¥0.00');
  await expect(page.getByText('这段时间还没有收入')).toBeVisible();
});

test('an outlet is chosen in the sheet or in the ranking', async ({ app, openAs }) => {
  const { mall, airport, manager } = await twoOutlets(app);
  const page = await openAs(manager, details);
  await page.getByRole('button', { name: '全部网点' }).click();
  const sheet = page.getByRole('dialog', { name: '选择网点' });
  await sheet.getByText(airport.name).click();
  await sheet.getByRole('button', { name: '确定' }).click();
  await expect(figure(page, '当前收益')).toHaveText('¥5.00');
  await page.goto(details);
  await page.getByRole('link', { name: mall.name }).click();
  await expect(figure(page, '当前收益')).toHaveText('¥40.00');
  await page.goBack();
  await expect(figure(page, '当前收益')).toHaveText('¥45.00');
});

test('an outlet of another manager is not shown', async ({ app, openAs }) => {
  const { manager } = await twoOutlets(app);
  const { outletId } = await app.world.outlet();
  const page = await openAs(manager, `${details}?outletId=${outletId}`);
  await expect(page.getByText('请选择网点')).toBeVisible();
  await page.getByRole('button', { name: '查看全部网点' }).click();
  await expect(figure(page, '当前收益')).toHaveText('¥45.00');
});

test('a day is charted by the hour only, however late its hours arrive', async ({ app, page, openAs }) => {
  const { manager } = await twoOutlets(app);
  const held = Promise.withResolvers<void>();
  await page.route('**/statistics/h5/incomeByHour*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openAs(manager, details);
  await expect(figure(page, '当前收益')).toHaveText('¥45.00');
  await expect(page.getByRole('status').filter({ hasText: '加载中' })).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(0);
  held.resolve();
  await expect(page.getByRole('slider', { name: '每小时收入' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '加载中' })).toHaveCount(0);
});

test('a month is charted by day, a year by month', async ({ app, openAs }) => {
  const { manager } = await twoOutlets(app);
  const page = await openAs(manager, `${details}?period=month`);
  await expect(page.getByRole('slider', { name: '每日收入' })).toBeVisible();
  const start = daysAgo(400).toISOString();
  await page.goto(`${details}?period=custom&start=${start}&end=${daysAgo(-1).toISOString()}`);
  await expect(page.getByRole('slider', { name: '每月收入' })).toBeVisible();
  await expect(page.locator('section', { hasText: '每月收入' })).toContainText('¥135.00');
});

test('the export is valid CSV without formulas', async ({ app, openAs }) => {
  const { manager } = await twoOutlets(app);
  const page = await openAs(manager, details);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString('utf8').split('\r\n');
  expect(lines).toContain('当前收益,45');
  expect(lines).toContain(`"'=1+1, 商场",2,30,10,40,2,20`);
});

test('with several currencies, one is shown at a time', async ({ app, openAs }) => {
  const outlets = [await app.world.outlet(), await app.world.outlet({ currency: 'RM' })];
  const [yuan, ringgit] = await Promise.all(outlets.map((outlet) => app.world.device(outlet)));
  await app.world.order(yuan?.deviceId ?? '', { amount: 1000 });
  await app.world.order(ringgit?.deviceId ?? '', { amount: 250 });
  const page = await openAs(await app.world.manager(outlets), details);
  await expect(figure(page, '当前收益')).toHaveText('¥10.00');
  await page.getByText('RM', { exact: true }).click();
  await expect(figure(page, '当前收益')).toHaveText('RM 2.50');
});

test('figures that failed to load can be retried', async ({ app, page, openAs }) => {
  const { manager } = await twoOutlets(app);
  const broken = { status: 500, json: { code: 500, message: '服务器出错', data: null } };
  await page.route('**/area/appReport*', (route) => route.fulfill(broken));
  await openAs(manager, details);
  await expect(page.getByRole('alert')).toContainText('服务器出错');
  await page.unroute('**/area/appReport*');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(figure(page, '当前收益')).toHaveText('¥45.00');
});
