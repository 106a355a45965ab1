import { createHash } from 'node:crypto';
import { pages, pageUrl } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';
import { loginPage, toastOf } from './login-page.ts';

const token = 'localStorage.getItem("Access-Token")';

test('a user with a token skips the login page', async ({ app, openAs }) => {
  const page = await openAs(await app.world.manager([await app.world.outlet()]), '/');
  await expect(page).toHaveURL(pages.home);
});

test('a page that needs a token redirects to login, and login returns to it', async ({ page, app }) => {
  const manager = await app.world.manager([await app.world.outlet()]);
  await page.goto(`${pages.details}?period=week`);
  await expect(page).toHaveURL('/');
  await loginPage(page).login(manager);
  await expect(page).toHaveURL(`${pages.details}?period=week`);
});

test('the overview opens without a token, but its first call asks to log in', async ({ page }) => {
  await page.goto(pages.home);
  await expect(page).toHaveURL('/');
  await expect(toastOf(page)).toHaveText('请先登录');
});

test.describe('an invalid session ends with a message', () => {
  test('an unknown token', async ({ openAs }) => {
    const page = await openAs({ token: 'made-up' }, pages.user);
    await expect(toastOf(page)).toHaveText('请重新登录');
    await expect(page).toHaveURL('/');
  });

  test('an expired one', async ({ app, openAs }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    const hash = createHash('sha256').update(manager.token).digest();
    await app.pool.query("UPDATE sessions SET last_used_at = now() - interval '13 hours' WHERE token_hash = $1", [
      hash,
    ]);
    const page = await openAs(manager, pages.user);
    await expect(toastOf(page)).toHaveText('登录已过期');
    await expect(page).toHaveURL('/');
  });

  test('one ended by a login on another device', async ({ app, openAs, browser }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    const page = await openAs(manager, pages.user);
    await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible();
    const other = await browser.newPage({ baseURL: app.url });
    await other.goto('/');
    await loginPage(other).login(manager);
    await expect(other).toHaveURL(pages.home);
    await other.close();
    await page.getByRole('link', { name: '数据概况' }).click();
    await expect(toastOf(page)).toHaveText('您的账号已在其他设备登录，请注意账号安全');
    await expect(page).toHaveURL('/');
  });

  test('one ended elsewhere while the page is idle, with the reason left on the login page', async ({
    app,
    page,
    browser,
  }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    await page.goto('/');
    await loginPage(page).login(manager);
    const stream = page.waitForResponse('**/api/v1/events*');
    await page.getByRole('link', { name: '我的' }).click();
    await stream;
    const other = await browser.newPage({ baseURL: app.url });
    await other.goto('/');
    await loginPage(other).login(manager);
    await expect(other).toHaveURL(pages.home);
    await other.close();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('main')).toContainText('您的账号已在其他设备登录，请注意账号安全');
  });

  test('a guest’s one, with the guest’s side of the login and the chair named', async ({ app, page }) => {
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
    const address = pageUrl(pages.index, { deviceId });
    await page.goto(address);
    await expect.poll(() => page.evaluate('localStorage.getItem("DEVICEID")')).toBe(deviceId);
    const guest = await app.world.consumer();
    const end = `UPDATE sessions SET ended_at = now(), end_reason = 'logout' WHERE account_id = $1`;
    await app.pool.query(end, [guest.accountId]);
    await page.evaluate((value) => localStorage.setItem('Access-Token', value), guest.token);
    await page.goto(pages.myOrders);
    await expect(page).toHaveURL('/');
    await expect(loginPage(page).mobile).toBeVisible();
    await page.getByRole('link', { name: `继续使用设备 ${deviceId}` }).tap();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('button', { name: '支付 ¥15.00' })).toBeVisible();
  });

  test('one for which the server has no account', async ({ app, page }) => {
    // Another server that implements the contract may answer so; ours answers 401.
    const manager = await app.world.manager([await app.world.outlet()]);
    await page.route('**/login/info', (route) => route.fulfill({ json: { code: 200, message: '', data: null } }));
    await page.goto('/');
    await page.evaluate((value) => localStorage.setItem('Access-Token', value), manager.token);
    await page.goto(pages.user);
    await expect(toastOf(page)).toHaveText('登录已过期');
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(token)).toBeNull();
  });

  test('once, however many calls fail together', async ({ page }) => {
    let loginPages = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest() && new URL(request.url()).pathname === '/') loginPages += 1;
    });
    await page.goto(pages.error);
    await page.evaluate(() => localStorage.setItem('Access-Token', 'made-up'));
    await page.goto(pages.home);
    await expect(page).toHaveURL('/');
    await expect(loginPage(page).submit).toBeVisible();
    expect(loginPages).toBe(1);
  });
});

test('logging out revokes and clears the token, and opens the login page', async ({ app, page }) => {
  const manager = await app.world.manager([await app.world.outlet()]);
  await page.goto('/');
  await loginPage(page).login(manager);
  await expect(page).toHaveURL(pages.home);
  const mine = String(await page.evaluate(token));
  await page.getByRole('link', { name: '数据图表' }).click();
  await page.goto(pages.user);
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/');
  await expect(loginPage(page).submit).toBeVisible();
  expect(await page.evaluate(token)).toBeNull();
  const info = await fetch(`${app.url}/api/web/api/v1/login/info`, { headers: { 'Access-Token': mine } });
  expect(info.status).toBe(401);
  await page.goBack();
  await expect(loginPage(page).submit).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('logging out in another tab logs out this one too', async ({ app, page, context }) => {
  const manager = await app.world.manager([await app.world.outlet()]);
  await page.goto('/');
  await loginPage(page).login(manager);
  await expect(page).toHaveURL(pages.home);
  const other = await context.newPage();
  await other.goto(pages.user);
  await other.getByRole('button', { name: '退出登录' }).click();
  await other.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(other).toHaveURL('/');
  await expect(page).toHaveURL('/');
  await expect(loginPage(page).submit).toBeVisible();
});

test('the next account sees no data of the previous one', async ({ app, page }) => {
  const first = await app.world.manager([await app.world.outlet({ name: 'First outlet' })]);
  const second = await app.world.manager([await app.world.outlet({ name: 'Second outlet' })]);
  await page.goto('/');
  await loginPage(page).login(first);
  await page.getByRole('link', { name: '我的' }).click();
  await expect(page.getByText('First outlet')).toBeVisible();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await loginPage(page).login(second);
  await page.getByRole('link', { name: '我的' }).click();
  await expect(page.getByText('Second outlet')).toBeVisible();
  await expect(page.getByText('First outlet')).toBeHidden();
});

test('a lost network is reported, and the login works once it is back', async ({ app, page, context }) => {
  const manager = await app.world.manager([await app.world.outlet()]);
  await page.goto('/');
  const login = loginPage(page);
  await expect(login.submit).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await login.login(manager);
  await expect(toastOf(page)).toHaveText('网络连接失败');
  await context.setOffline(false);
  await login.login(manager);
  await expect(page).toHaveURL(pages.home);
});
