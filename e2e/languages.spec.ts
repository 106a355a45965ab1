import type { Page } from '@playwright/test';
import type { OrderStatus } from '@recline/contract/dictionary';
import { pages } from '@recline/contract/pages';
import { chooseLanguage } from './choose-language.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-scripts.ts';
import { loginPage } from './login-page.ts';
import { screenStates } from './screen-states.ts';

const languages = [
  { name: 'en_US', tag: 'en-US', own: 'English', login: 'Log in', home: 'Data profile', countdown: 'Countdown' },
  {
    name: 'id_ID',
    tag: 'id-ID',
    own: 'Bahasa Indonesia',
    login: 'Masuk',
    home: 'Profil data',
    countdown: 'Hitung mundur',
  },
];

/** A text by which each language is recognised. */
const passwordPrompts = {
  zh_CN: '请输入密码',
  en_US: 'Enter your password',
  id_ID: 'Masukkan kata sandi',
};

const screens = [
  pages.home,
  pages.details,
  pages.user,
  pages.chart,
  pages.devices,
  pages.orders,
  pages.feedbackList,
  pages.quickStart,
  pages.index,
  pages.myOrders,
  pages.result,
  `${pages.error}?errType=device`,
  `${pages.error}?errType=branch`,
  `${pages.error}?errType=priceList`,
  `${pages.error}?errType=network`,
  `${pages.error}?errType=notFound`,
];

/** The pages of one outlet and of orders there. */
const placesAndOrders = ({ outletId }: { outletId: string }, running: string, finished: string) => [
  `${pages.chooseLocation}?outletId=${outletId}`,
  `${pages.openLocation}?outletId=${outletId}`,
  `${pages.feedback}?orderId=${finished}`,
  `${pages.countdown}?orderId=${running}`,
];

/** Sheets, each with the interaction that opens it. Not twice in a row on one page: a reload keeps its sheet. */
const sheets = [
  ['orders', 'filters'],
  ['details', 'outlets'],
  ['orders', 'order'],
  ['details', 'custom'],
  ['devices', 'device'],
  ['feedbackList', 'reply'],
  ['user', 'logout'],
] as const;

/** Elements that overflow their box or the page. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const wide = [...document.querySelectorAll('#app *')].filter((element) => {
      const style = getComputedStyle(element);
      const clips = style.overflowX === 'hidden' || style.textOverflow === 'ellipsis';
      const hidden = element.classList.contains('hidden-text');
      return clips && !hidden && element.scrollWidth > element.clientWidth + 1;
    });
    const page = document.documentElement;
    return [
      ...wide.map((element) => element.textContent),
      ...(page.scrollWidth > page.clientWidth ? [`page of ${page.scrollWidth}`] : []),
    ];
  });

test('the login page is in Chinese by default', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(loginPage(page).submit).toBeVisible();
});

test('a language chosen at login applies at once, is sent with every call, and is stored', async ({ page, app }) => {
  const manager = await app.world.manager([await app.world.outlet()]);
  await page.goto('/');
  await chooseLanguage(page, 'English');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Log in · Recline');
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en_US');
  const login = page.waitForRequest((request) => request.url().endsWith('/login/login'));
  await page.getByLabel('Account', { exact: true }).fill(manager.account);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  expect((await login).headers().lang).toBe('en_US');
  await expect(page.getByText(/does not exist or/i)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});

test('changing the language of the login page keeps the input', async ({ page }) => {
  await page.goto('/');
  await loginPage(page).account.fill('anna');
  await loginPage(page).asGuest();
  await loginPage(page).mobile.fill('13800000009');
  await chooseLanguage(page, 'Bahasa Indonesia');
  await expect(page.getByRole('tab', { name: 'Pengguna', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Nomor ponsel')).toHaveValue('13800000009');
  await page.getByRole('tab', { name: 'Pengelola gerai' }).click();
  await expect(page.getByLabel('Akun', { exact: true })).toHaveValue('anna');
  await page.getByRole('button', { name: 'Masuk', exact: true }).click();
  await expect(page.getByText('Masukkan kata sandi')).toBeVisible();
});

test('a language that could not be loaded without a network is applied when it is chosen again with one', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await loginPage(page).isHydrated();
  await context.setOffline(true);
  await chooseLanguage(page, 'English');
  await expect(page.getByText('网络连接失败')).toBeVisible();
  await expect(loginPage(page).submit).toBeVisible();
  await context.setOffline(false);
  await chooseLanguage(page, 'English');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});

test('a language picked before the scripts have loaded is applied, and keeps the input', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await loginPage(page).account.fill('anna');
  await chooseLanguage(page, 'English');
  release();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.getByLabel('Account', { exact: true })).toHaveValue('anna');
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en_US');
});

test('the stored language is used even where its cookie was lost', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en_US'));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Log in · Recline');
});

test('a language chosen on the account page, not merely reached by the arrow keys, applies without a reload', async ({
  app,
  openAs,
}) => {
  const page = await openAs(await app.world.manager([await app.world.outlet()]), pages.user);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.locator('summary', { hasText: '语言' }).press('ArrowDown');
  await expect(page.getByRole('heading', { level: 1, name: '我的' })).toBeVisible();
  await chooseLanguage(page, 'Bahasa Indonesia');
  await expect(page.getByRole('heading', { level: 1, name: 'Akun saya' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'id-ID');
  await page.getByRole('link', { name: 'Profil data' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profil data' })).toBeVisible();
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
});

for (const { name, tag, own, login, home, countdown } of languages) {
  test(`${own}: the first page is served in it, and no other language is downloaded`, async ({
    page,
    app,
    context,
  }) => {
    await context.addCookies([{ name: 'locale', value: name, url: app.url }]);
    await page.addInitScript((value) => localStorage.setItem('locale', value), name);
    const html = await (await context.request.get(app.url)).text();
    expect(html).toContain(`<html lang="${tag}">`);
    expect(html).toContain(`>${login}</button>`);
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.text());
    });
    await page.goto('/');
    await expect(page.getByRole('button', { name: login, exact: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const code = (await Promise.all(scripts)).join();
    const downloaded = Object.entries(passwordPrompts).filter(([, prompt]) => code.includes(prompt));
    expect(downloaded.map(([language]) => language)).toEqual([name]);
  });

  test(`${own}: every screen is translated and nothing overflows`, async ({ app, openAs, page }) => {
    test.setTimeout(120_000);
    await page.addInitScript((value) => localStorage.setItem('locale', value), name);
    const { world, client } = app;
    const outlet = await world.outlet({ name: 'Harbour mall' });
    const manager = await world.manager([outlet]);
    const { deviceId } = await world.device(outlet, { name: 'Chair 1', online: true });
    const order = (status: OrderStatus) => world.order(deviceId, { placedBy: manager, type: 'cash_coupon', status });
    const [running, finished] = [await order('running'), await order('finished')];
    await client.feedback.insert({ deviceId, problem: 'noise', files: [] }, await world.consumer());
    const look = async (what: string) => {
      const text = (await page.locator('#app').innerText()).replaceAll('简体中文', '');
      expect.soft(text.match(/\p{Script=Han}+/gu), `${what} in ${name}`).toBeNull();
      for (const width of [320, 375]) {
        await page.setViewportSize({ width, height: 812 });
        expect.soft(await overflowing(page), `${what} at ${width}`).toEqual([]);
      }
    };
    await openAs(manager, pages.home);
    await expect(page.getByRole('heading', { level: 1, name: home })).toBeVisible();
    for (const screen of [...screens, ...placesAndOrders(outlet, running.orderId, finished.orderId)]) {
      await page.goto(screen);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [class*=skeleton]')).toHaveCount(0);
      await look(screen);
    }
    await expect(page).toHaveTitle(`${countdown} · ${deviceId}`);
    for (const [screen, opener] of sheets) {
      await page.goto(pages[screen]);
      await screenStates[screen].interactions?.[opener]?.(page);
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(`${opener} of ${screen}`);
    }
  });
}
