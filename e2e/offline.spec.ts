import type { Page } from '@playwright/test';
import { pages, pageUrl, shells } from '@recline/contract/pages';
import type { App } from './app.ts';
import { expect, test } from './chairs.ts';

test.use({ serviceWorkers: 'allow' });

const old = '暂时无法更新，上次更新于';
const storedFigures = (page: Page) => page.evaluate(() => localStorage.getItem('figures'));

/** Waits until the service worker has cached the app. */
async function cached(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

const cachedAddresses = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const found = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return found.flat().map((request) => new URL(request.url).pathname);
  })()`);
const ofManagers = (addresses: readonly string[]) => addresses.filter((path) => /home-screen|charts/.test(path));

/** Waits until the service worker has cached the app, and the app has stored an answer. */
async function ready(page: Page, answer = '"home"'): Promise<void> {
  await cached(page);
  await expect.poll(() => storedFigures(page)).toContain(answer);
}

/** Stores the token once, not at every later load. */
async function openOnce(page: Page, token: string): Promise<void> {
  await page.goto('/');
  await page.evaluate((value) => localStorage.setItem('Access-Token', value), token);
  await page.goto(pages.home);
}

async function managerWithIncome(app: App, amount: number) {
  const outlet = await app.world.outlet();
  const { deviceId } = await app.world.device(outlet);
  await app.world.order(deviceId, { amount });
  return app.world.manager([outlet]);
}

test('offline, the app opens with the last figures and says how old they are', async ({ app, openAs }) => {
  const page = await openAs(await managerWithIncome(app, 4321), pages.home);
  await expect(page.getByText('¥43.21').first()).toBeVisible();
  await ready(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('¥43.21').first()).toBeVisible();
  await expect(page.getByText(old)).toBeVisible();
  await page.getByRole('link', { name: '我的' }).click();
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: '数据概况' }).click();
  await expect(page.getByText(old)).toBeHidden();
});

test('once the network is back, the page is updated and no longer says how old it is', async ({ app, openAs }) => {
  const page = await openAs(await app.world.consumer(), pages.myOrders);
  await ready(page, '"mine"');
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText(old)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(old)).toBeHidden();
});

test('offline, the start page opens the figures too', async ({ app, openAs }) => {
  const page = await openAs(await managerWithIncome(app, 4321), pages.home);
  await ready(page);
  await page.context().setOffline(true);
  await page.goto('/');
  await expect(page.getByText('¥43.21').first()).toBeVisible();
});

test('offline, the page of a chair visited before keeps the chair, which can be paid for once the network is back', async ({
  app,
  chairAt,
  page,
  context,
}) => {
  const { deviceId } = await chairAt(await app.world.outlet());
  const address = pageUrl(pages.index, { deviceId });
  await page.goto(address);
  await cached(page);
  await context.setOffline(true);
  await page.goto(address);
  await expect(page.getByRole('alert')).toContainText('网络连接失败');
  await expect(page.getByRole('alert')).toContainText('已记住这台设备');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: deviceId })).toBeVisible();
  await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
  await page.getByRole('button', { name: '确认支付' }).tap();
  await expect(page.getByRole('timer')).toBeVisible();
});

test('a phone that only scanned a chair keeps that page alone; one that opened the app keeps all of it', async ({
  app,
  chairAt,
  openAs,
  page,
}) => {
  const { deviceId } = await chairAt(await app.world.outlet());
  await page.goto(pageUrl(pages.index, { deviceId }));
  await cached(page);
  const scanned = await cachedAddresses(page);
  expect(scanned.filter((path) => !path.startsWith('/assets/'))).toEqual([shells['chair-page']]);
  expect(ofManagers(scanned)).toEqual([]);
  await openAs(await app.world.consumer(), pages.myOrders);
  await expect.poll(() => cachedAddresses(page)).toEqual(expect.arrayContaining(Object.values<string>(shells)));
  expect(ofManagers(await cachedAddresses(page))).not.toEqual([]);
  // A later scan does not take the app away.
  await page.goto(pageUrl(pages.index, { deviceId }));
  await cached(page);
  expect(await page.evaluate('navigator.serviceWorker.controller.scriptURL')).toMatch(/sw\.js$/);
});

test('logging out removes all data of the account from the browser', async ({ app, page }) => {
  await openOnce(page, (await managerWithIncome(app, 4321)).token);
  await ready(page);
  await page.getByRole('link', { name: '我的' }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByRole('tab', { name: '网点管理员' })).toBeVisible();
  expect(await storedFigures(page)).toBeNull();
});

test('the service worker caches no API answers', async ({ app, openAs }) => {
  const page = await openAs(await managerWithIncome(app, 4321), pages.home);
  await ready(page);
  const addresses = await cachedAddresses(page);
  expect(addresses).toEqual(expect.arrayContaining(Object.values<string>(shells)));
  expect(addresses).not.toContain(pages.index);
  expect(addresses.filter((path) => path.startsWith('/api/') || path.startsWith('/files/'))).toEqual([]);
});

test('one account never sees the figures of another', async ({ app, page }) => {
  const first = await managerWithIncome(app, 4321);
  const second = await managerWithIncome(app, 1234);
  await openOnce(page, first.token);
  await ready(page);
  await page.evaluate((value) => localStorage.setItem('Access-Token', value), second.token);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('网络连接失败', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('¥43.21')).toHaveCount(0);
  expect(await storedFigures(page)).toBeNull();
});

test('online, a page always comes from the server', async ({ app, openAs }) => {
  const page = await openAs(await managerWithIncome(app, 4321), pages.home);
  await ready(page);
  // The server's page depends on the cookie; the cached one is still the Chinese one.
  await page.context().addCookies([{ name: 'locale', value: 'en_US', url: app.url }]);
  const response = await page.reload();
  expect(await response?.text()).toContain('<html lang="en-US">');
});
