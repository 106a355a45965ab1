import type { Page, Route } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { expect, test } from './chairs.ts';
import { holdScripts } from './hold-scripts.ts';
import { loginPage } from './login-page.ts';

const notices = {
  zh_CN: /页面没有加载成功|部分内容没有加载成功/,
  en_US: /This page did not load|Part of this page did not load/,
  id_ID: /Halaman gagal dimuat|Sebagian halaman gagal dimuat/,
};
const retries = { zh_CN: '重试', en_US: 'Try again', id_ID: 'Coba lagi' };

const failures: Record<string, (route: Route) => Promise<void>> = {
  'do not load': (route) => route.abort(),
  'do not parse': (route) => route.fulfill({ contentType: 'text/javascript', body: 'const = in an unknown syntax' }),
  stop: (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("stopped")' }),
};

const breakScripts = (page: Page, how: (route: Route) => Promise<void>) => page.route('**/assets/*.js', how);
const noticeOf = (page: Page) => page.locator('#page-failed');

test.use({ serviceWorkers: 'block' });

for (const language of ['zh_CN', 'en_US', 'id_ID'] as const) {
  for (const [failure, how] of Object.entries(failures)) {
    test(`where scripts ${failure}, each document says so in ${language}, and loads when retried`, async ({
      app,
      page,
      context,
      chairAt,
    }) => {
      const { deviceId } = await chairAt(await app.world.outlet());
      await context.addCookies([{ name: 'locale', value: language, url: app.url }]);
      for (const path of [pages.login, `${pages.index}?deviceId=${deviceId}`, pages.user]) {
        await breakScripts(page, how);
        await page.goto(path);
        const notice = page.getByRole('alert').filter({ hasText: notices[language] });
        await expect(notice).toBeInViewport({ ratio: 1 });
        await page.unroute('**/assets/*.js');
        await notice.getByRole('link', { name: retries[language] }).click();
        await expect(noticeOf(page)).not.toBeAttached();
      }
    });
  }
}

const scenes = [
  { language: 'zh_CN', notice: '部分内容没有加载成功', pay: '支付' },
  { language: 'en_US', notice: 'Part of this page did not load', pay: 'Pay' },
  { language: 'id_ID', notice: 'Sebagian halaman gagal dimuat', pay: 'Bayar' },
] as const;

for (const { language, notice, pay } of scenes) {
  test(`where scripts fail, the page of a chair says so and still pays, in ${language}`, async ({
    app,
    page,
    context,
    chairAt,
  }) => {
    const { deviceId } = await chairAt(await app.world.outlet());
    await context.addCookies([{ name: 'locale', value: language, url: app.url }]);
    await breakScripts(page, (route) => route.abort());
    await page.goto(`${pages.index}?deviceId=${deviceId}`);
    await expect(noticeOf(page)).toContainText(notice);
    await page.locator('label', { hasText: '30' }).tap();
    await page.getByRole('button', { name: pay, exact: true }).tap();
    await expect(page).toHaveURL(/\/sandbox\/cashier\//);
    await expect(page.getByText(/20[.,]00/)).toBeVisible();
  });
}

test('a tap on another control before the scripts come is seen, and answered by the notice after a minute', async ({
  app,
  page,
  chairAt,
}) => {
  const { deviceId } = await chairAt(await app.world.outlet());
  await page.clock.install();
  await holdScripts(page);
  await page.goto(`${pages.index}?deviceId=${deviceId}`, { waitUntil: 'commit' });
  const number = page.getByRole('button', { name: '留下手机号' });
  await number.tap();
  await expect(number).toHaveAttribute('aria-busy', 'true');
  await page.clock.fastForward(59_000);
  await expect(noticeOf(page)).toBeHidden();
  await page.clock.fastForward(1000);
  await expect(noticeOf(page)).toBeVisible();
  await expect(number).toBeHidden();
});

test('a password is not put into the address where the scripts failed', async ({ page }) => {
  await breakScripts(page, (route) => route.abort());
  await page.goto(pages.login);
  await loginPage(page).password.fill('secret');
  await loginPage(page).password.press('Enter');
  await expect(noticeOf(page)).toBeFocused();
  await expect(page).not.toHaveURL(/secret|\?/);
});

test("a third party's script that fails does not count as a failure of the page", async ({ page }) => {
  await holdScripts(page);
  await page.goto(pages.login, { waitUntil: 'commit' });
  await page.locator('body').waitFor();
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const script = Object.assign(document.createElement('script'), { src: '/elsewhere.js', onerror: resolve });
        document.head.append(script);
      }),
  );
  await expect(noticeOf(page)).toBeHidden();
});

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false });

  test('a page says that it did not load', async ({ page }) => {
    await page.goto(pages.login);
    await expect(noticeOf(page)).toBeVisible();
  });
});
