import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';

const chart = pages.chart;
const card = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title }) });
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000);

/** Two orders of today, one from three days ago. */
async function chartWorld({ world }: App) {
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet);
  await world.order(deviceId, { type: 'online', amount: 1000 });
  await world.order(deviceId, { type: 'coin', amount: 250 });
  await world.order(deviceId, { type: 'online', amount: 4000, at: daysAgo(3) });
  return world.manager([outlet]);
}

test('three charts show today and seven days, online and cash, with empty days as zero', async ({ app, openAs }) => {
  const page = await openAs(await chartWorld(app), chart);
  await expect(card(page, '实时收入')).toContainText('¥12.50');
  await expect(card(page, '近七日收入')).toContainText('¥52.50');
  await expect(card(page, '近七日订单').getByText('3', { exact: true }).first()).toBeVisible();
  const days = card(page, '近七日收入').getByRole('row');
  await expect(days).toHaveCount(8);
  await expect(days.nth(7)).toContainText('¥10.00');
  await expect(days.nth(4)).toContainText('¥40.00');
  await expect(days.nth(6)).toContainText('¥0.00');
});

test('touching a chart and dragging along it shows the values of each point', async ({ app, openAs }) => {
  const page = await openAs(await chartWorld(app), chart);
  const curve = card(page, '近七日收入');
  const plot = curve.getByRole('slider');
  const box = await plot.boundingBox();
  if (!box) throw new Error('the chart is not there');
  const read = (share: number) =>
    plot.dispatchEvent('pointermove', {
      pointerType: 'touch',
      buttons: 1,
      clientX: box.x + 32 + (box.width - 32) * share,
      clientY: box.y + 40,
      bubbles: true,
    });
  await plot.tap({ position: { x: box.width - 6, y: 40 } });
  await expect(curve.locator('p').first()).toContainText('¥12.50');
  await read(3.5 / 7);
  await expect(curve.locator('p').first()).toContainText('¥40.00');
  await read(4.5 / 7);
  await expect(curve.locator('p').first()).toContainText('¥0.00');
});

test('arrow keys step through the points of a chart, and Escape clears the selection', async ({ app, openAs }) => {
  const page = await openAs(await chartWorld(app), chart);
  const curve = card(page, '近七日收入');
  const plot = curve.getByRole('slider');
  await plot.focus();
  await page.keyboard.press('End');
  await expect(plot).toHaveAttribute('aria-valuetext', /线上 ¥10\.00，现金 ¥2\.50/);
  await page.keyboard.press('ArrowLeft');
  await expect(plot).toHaveAttribute('aria-valuetext', /线上 ¥0\.00，现金 ¥0\.00/);
  await page.keyboard.press('Escape');
  await expect(curve.locator('p').first()).toContainText('¥52.50');
});

test('a chart can be shown as a table', async ({ app, openAs }) => {
  const page = await openAs(await chartWorld(app), chart);
  const orders = card(page, '近七日订单');
  const table = orders.getByRole('button', { name: '表格: 近七日订单' });
  await expect(table).toHaveAttribute('aria-pressed', 'false');
  await table.click();
  await expect(table).toHaveAttribute('aria-pressed', 'true');
  await expect(orders.getByRole('slider')).toHaveCount(0);
  await expect(orders.getByRole('row').last()).toContainText('112');
  await table.click();
  await expect(orders.getByRole('slider')).toBeVisible();
});

test('today is a dot compared with the same part of the day a week ago, not a drop of the curve', async ({
  app,
  openAs,
}) => {
  const { world } = app;
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet);
  const week = 7 * 24 * 3600_000;
  const now = Date.now();
  await world.order(deviceId, { amount: 1000 });
  await world.order(deviceId, { amount: 300, at: new Date(now - week - 1000) });
  await world.order(deviceId, { amount: 5000, at: daysAgo(1) });
  const page = await openAs(await world.manager([outlet]), chart);
  const curve = card(page, '近七日收入');
  const dots = curve.locator('[class*=soFar] circle');
  await expect(dots).toHaveCount(2);
  await expect(curve.locator('[class*=behind] circle')).toHaveCount(2);
  const end = await curve.locator('path[class*=onlineLine]').last().boundingBox();
  const dot = await dots.last().boundingBox();
  expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThan(dot?.x ?? 0);
  const plot = curve.getByRole('slider');
  await plot.focus();
  await page.keyboard.press('End');
  await expect(curve.locator('p').first()).toContainText('今日至今');
  await expect(curve).toContainText('上周 ¥3.00');
});

test('charts that failed to load can be retried', async ({ app, page, openAs }) => {
  const manager = await chartWorld(app);
  const broken = { status: 500, json: { code: 500, message: '服务器出错', data: null } };
  await page.route('**/incomeLineChartSevenDays*', (route) => route.fulfill(broken));
  await openAs(manager, chart);
  await expect(page.getByRole('alert')).toContainText('服务器出错');
  await page.unroute('**/incomeLineChartSevenDays*');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(card(page, '近七日收入')).toContainText('¥52.50');
});
