import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';
import { toastOf } from './login-page.ts';

test.describe('the tab bar', () => {
  test('is 116/750 of the width high and shows the tabs of the account', async ({ app, openAs }) => {
    const page = await openAs(await app.world.manager([await app.world.outlet()]), pages.home);
    const bar = page.getByRole('navigation', { name: '主导航' });
    await expect(bar.getByRole('link')).toHaveText(['数据概况', '数据详情', '我的']);
    expect((await bar.boundingBox())?.height).toBe(58);
    await bar.getByRole('link', { name: '数据详情' }).click();
    await expect(page).toHaveURL(pages.details);
    await expect(bar.getByRole('link', { name: '数据详情' })).toHaveAttribute('aria-current', 'page');
  });

  test('hides tabs without permission, whose pages cannot be opened by address either', async ({ app, openAs }) => {
    const manager = await app.world.manager([await app.world.outlet()], ['home', 'user']);
    const page = await openAs(manager, pages.home);
    await expect(page.getByRole('navigation', { name: '主导航' }).getByRole('link')).toHaveText(['数据概况', '我的']);
    for (const path of [pages.details, pages.orders, pages.feedbackList]) {
      await page.goto(path);
      await expect(page).toHaveURL(`${pages.error}?errType=forbidden`);
      await expect(page.getByRole('heading', { name: '没有权限' })).toBeVisible();
    }
  });

  test('lacks the account page for a manager without its permission, who finds it in the bar of the overview', async ({
    app,
    openAs,
  }) => {
    const outlet = await app.world.outlet();
    const page = await openAs(await app.world.manager([outlet], ['home']), pages.home);
    await page.getByRole('link', { name: '我的' }).click();
    await expect(page.getByRole('main').getByText('简体中文').first()).toBeVisible();
    await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
    await page.getByRole('button', { name: '返回' }).click();
    await expect(page).toHaveURL(pages.home);
  });

  test('is hidden for an end user, who cannot open the data centre', async ({ app, openAs }) => {
    const page = await openAs(await app.world.consumer(), pages.home);
    await expect(page).toHaveURL(`${pages.error}?errType=forbidden`);
    await page.goto(pages.user);
    await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: '主导航' })).toBeHidden();
  });
});

test('every page of the app opens at its address', async ({ app, openAs }) => {
  const page = await openAs(await app.world.manager([await app.world.outlet()]), pages.home);
  // Literal on purpose: printed codes and bookmarks depend on these addresses.
  const titles = {
    '/pages/home/home': '数据概况',
    '/pages/details/details': '数据详情',
    '/pages/user/user': '我的',
    '/pages/dataChart/dataChart': '数据图表',
    '/pages/quickStart/quickStart': '快速启动',
    '/pages/err/err': '错误',
    '/pages/order/order': '订单',
    '/pages/deviceList/deviceList': '设备列表',
    '/pages/feedbackList/feedbackList': '使用者反馈',
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(title);
  }
});

test('back returns to the previous page, or to the start page where there is none', async ({ app, openAs }) => {
  const page = await openAs(await app.world.manager([await app.world.outlet()]), pages.user);
  await page.goto(pages.chart);
  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL(pages.home);
  await page.getByRole('link', { name: '数据详情' }).click();
  await page.getByRole('link', { name: '数据概况' }).click();
  await page.getByRole('link', { name: '数据图表' }).click();
  await expect(page).toHaveURL(pages.chart);
  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL(pages.home);
});

/** Waits until the browser has painted and reported scrolling; no person taps sooner than that. */
const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test('going back restores the scroll position', async ({ app, openAs, page }) => {
  await page.setViewportSize({ width: 375, height: 420 });
  await openAs(await app.world.manager([await app.world.outlet()]), pages.home);
  const link = page.getByRole('link', { name: '设备总数' });
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await nextFrames(page);
  const before = await page.evaluate(() => window.scrollY);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: '设备列表' })).toBeVisible();
  await nextFrames(page);
  await page.goBack();
  await expect(link).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
});

test('leaving a page cancels its pending requests', async ({ app, openAs, page }) => {
  await page.route('**/statistics/h5/home*', () => {});
  const asked = page.waitForRequest('**/statistics/h5/home*');
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/statistics/h5/home'));
  await openAs(await app.world.manager([await app.world.outlet()]), pages.home);
  // The tab bar may render first; a query is cancelled only once its screen has mounted.
  await page.getByRole('heading', { level: 1, name: '数据概况' }).waitFor();
  await asked;
  await page.getByRole('link', { name: '我的' }).click();
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
});

test('the overview falls back to the single calls where the combined one is missing', async ({ app, openAs, page }) => {
  const outlet = await app.world.outlet();
  const { deviceId } = await app.world.device(outlet, { online: true });
  await app.world.order(deviceId, { type: 'online', amount: 123_450, status: 'finished', at: new Date() });
  const notFound = { status: 404, json: { code: 404, message: 'not found', data: null } };
  await page.route('**/statistics/h5/home*', (route) => route.fulfill(notFound));
  await openAs(await app.world.manager([outlet]), pages.home);
  await expect(page.locator('dl', { hasText: '今日线上收入' })).toContainText('¥1,234.50');
  await expect(page.locator('dl', { hasText: '设备总数' })).toContainText('1');
});

test('inside Alipay the page title is passed to the host app', async ({ app, openAs, page }) => {
  await page.addInitScript(() => {
    const titles: string[] = [];
    const AlipayJSBridge = { call: (_name: string, options: { title: string }) => titles.push(options.title) };
    Object.assign(window, { AlipayJSBridge, titles });
  });
  await openAs(await app.world.manager([await app.world.outlet()]), pages.home);
  await page.getByRole('link', { name: '数据图表' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '数据图表' })).toBeVisible();
  // A page that takes long to load sets its title with its loading view, too.
  expect(await page.evaluate('[...new Set(titles)]')).toEqual(['数据概况', '数据图表']);
});

test.describe('a page that loads slowly', () => {
  for (const [path, heading] of [
    [pages.user, 'Akun saya'],
    [pages.login, 'Profil data'],
  ] as const) {
    test(`shows a loading state in its language before any script has come, which stays until the app shows one: ${path}`, async ({
      app,
      context,
      page,
    }) => {
      await context.addCookies([{ name: 'locale', value: 'id_ID', url: app.url }]);
      await page.addInitScript(() => localStorage.setItem('locale', 'id_ID'));
      const arrived = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', (route) => arrived.promise.then(() => route.continue()));
      const manager = await app.world.manager([await app.world.outlet()]);
      await page.addInitScript((token) => localStorage.setItem('Access-Token', token), manager.token);
      await page.goto(path, { waitUntil: 'commit' });
      const opening = page.locator('#app + div');
      await expect(opening.getByRole('status')).toContainText('Memuat');
      const viewAt = (ms: number) =>
        opening.evaluate((view, time) => {
          for (const animation of view.getAnimations({ subtree: true })) {
            animation.pause();
            animation.currentTime = time;
          }
          const [loading, notice] = [...view.children].map((part) => getComputedStyle(part).visibility);
          return { opacity: getComputedStyle(view).opacity, loading, notice };
        }, ms);
      // Until its styles have come, nothing is painted.
      const animations = () => opening.evaluate((view) => view.getAnimations({ subtree: true }).length);
      await expect.poll(animations).toBe(3);
      expect(await viewAt(199)).toEqual({ opacity: '0', loading: 'visible', notice: 'hidden' });
      expect(await viewAt(59_999)).toEqual({ opacity: '1', loading: 'visible', notice: 'hidden' });
      expect(await viewAt(60_000)).toEqual({ opacity: '1', loading: 'hidden', notice: 'visible' });
      await expect(page.getByRole('alert')).toContainText('Halaman lama dimuat');
      await expect(page.getByRole('link', { name: 'Coba lagi' })).toHaveAttribute('href', '');
      arrived.resolve();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(opening).toBeHidden();
    });
  }

  test('shows a loading state, a notice after one minute, and an error after two', async ({ app, openAs, page }) => {
    await page.clock.install();
    await page.route('**/assets/chart-screen-*.js', () => {});
    await openAs(await app.world.manager([await app.world.outlet()]), pages.home);
    const link = page.getByRole('link', { name: '数据图表' });
    await link.waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await link.click();
    await page.clock.runFor(190);
    await expect(page.getByRole('status').getByText('加载中')).toBeHidden();
    await page.clock.runFor(20);
    await expect(page.getByRole('status').getByText('加载中')).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(page.getByRole('heading', { name: '页面加载时间过长' })).toBeVisible();
    await page.clock.runFor(60_000);
    await expect(page.getByRole('heading', { name: '加载失败' })).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: '重试' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '数据图表' })).toBeVisible();
  });

  test('is recovered by a reload after a new release removed its files', async ({ app, openAs, page }) => {
    await openAs(await app.world.manager([await app.world.outlet()]), pages.home);
    let refused = 0;
    await page.route('**/assets/chart-screen-*.js', async (route) => {
      refused += 1;
      if (refused > 1) await route.continue();
      else await route.fulfill({ status: 404, body: '' });
    });
    await page.getByRole('link', { name: '数据图表' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '数据图表' })).toBeVisible();
    expect(refused).toBe(2);
  });
});

test('the result page never shows text from a link', async ({ app, openAs }) => {
  const message = encodeURIComponent('您的账户已冻结，请致电 400-000-0000');
  const page = await openAs(await app.world.consumer(), `${pages.result}?result=failure&message=${message}`);
  await expect(page.getByRole('heading', { name: '提交失败' })).toBeVisible();
  await expect(page.getByText('400-000-0000')).toHaveCount(0);
});

test.describe('the error page', () => {
  test('has a drawing, a title, a text and a next step for each kind of error', async ({ app, openAs }) => {
    const page = await openAs(await app.world.consumer(), pages.error);
    const kinds: [string, string, string][] = [
      ['device', '设备不可用', '换一台设备'],
      ['priceList', '暂无价格', '换一台设备'],
      ['network', '网络连接失败', '重试'],
      ['notFound', '页面不存在', '返回首页'],
      ['anything', '出了点问题', '返回首页'],
    ];
    for (const [kind, title, next] of kinds) {
      await page.goto(`${pages.error}?errType=${kind}`);
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
      await expect(page.getByRole('button', { name: next })).toBeVisible();
      await expect(page.locator('main svg')).toBeVisible();
      await expect(page).toHaveTitle('错误');
    }
  });

  test('names the account for a wrong branch', async ({ app, openAs }) => {
    const guest = await app.world.consumer({ account: `guest-${Date.now()}` });
    const page = await openAs(guest, `${pages.error}?errType=branch`);
    await expect(page.getByRole('heading', { level: 1, name: '网点错误' })).toBeVisible();
    await expect(page.getByText(`账号 ${guest.account} 不能扫描此网点的设备`)).toBeVisible();
  });

  test('shows its own text, and never text from a link', async ({ page }) => {
    const message = encodeURIComponent('您的账户已冻结，请致电 400-000-0000');
    await page.goto(`${pages.error}?errType=device&errMsg=${message}&code=20203`);
    await expect(page.getByText('设备正在使用中，请更换设备后重新扫码')).toBeVisible();
    await page.goto(`${pages.error}?errType=device&errMsg=${message}`);
    await expect(page.getByText('请更换设备后重新扫码')).toBeVisible();
    await expect(page.getByText('400-000-0000')).toHaveCount(0);
  });

  test("shows the server's message of this visit", async ({ app, openAs }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    const page = await openAs(manager, `${pages.quickStart}?deviceId=nobody`);
    await expect(page).toHaveURL(/errType=device&errMsg=/);
    await expect(page.getByText('无法识别设备，请检查设备编号或重新扫码')).toBeVisible();
  });

  test('is shown for an unknown address', async ({ app, openAs }) => {
    const page = await openAs(await app.world.manager([await app.world.outlet()]), '/pages/nothing/here');
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
    await page.getByRole('button', { name: '返回首页' }).click();
    await expect(page).toHaveURL(pages.home);
  });

  test('is shown for an unknown address outside the pages too, even without a session', async ({ page }) => {
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible();
  });
});

test('a toast is announced and disappears after two seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto(pages.home);
  await expect(toastOf(page)).toHaveText('请先登录');
  await expect(toastOf(page)).toHaveAttribute('role', 'status');
  await page.clock.fastForward(2000);
  await expect(toastOf(page)).toBeEmpty();
});
