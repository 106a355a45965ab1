import { pages, pageUrl } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';
import { loginPage } from './login-page.ts';
import { makePicture } from './media.ts';

// The clock of the page stands still unless the test moves it.
for (const [what, delayMs, seenAfterMs, answer] of [
  ['an expired session', 1000, 0, { status: 401, json: { code: 20109, message: '登录已过期', data: null } }],
  // No page opens without an account, so the message is seen with the loading view, 200 ms later.
  ['an empty account', 1200, 200, { json: { code: 200, message: '', data: null } }],
] as const) {
  test(`${what} shows its message, and logs out after ${delayMs} ms`, async ({ app, page }) => {
    const manager = await app.world.manager([await app.world.outlet()]);
    await page.goto('/');
    await page.evaluate((value) => localStorage.setItem('Access-Token', value), manager.token);
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.route('**/login/info', (route) => route.fulfill(answer));
    await page.goto(pages.user);
    const said = page.getByText('登录已过期').first();
    // Only what the page needs to get there passes until the message is shown.
    await expect(async () => {
      await page.clock.runFor(5);
      expect(await said.isVisible()).toBe(true);
    }).toPass({ intervals: [10] });
    await page.clock.runFor(delayMs - seenAfterMs - 100);
    await expect(page).toHaveURL(pages.user);
    await page.clock.runFor(200);
    await expect(page).toHaveURL('/');
  });
}

test('pulling down refreshes no page', async ({ app, openAs }) => {
  const outlet = await app.world.outlet();
  const { deviceId } = await app.world.device(outlet);
  const page = await openAs(await app.world.manager([outlet]), pages.home);
  const documents = [pages.login, pages.home, pageUrl(pages.index, { deviceId })];
  for (const path of documents) {
    await page.goto(path);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('none');
  }
});

test('feedback is a JSON post, and a file that is removed from it is deleted', async ({ app, page, openAs }) => {
  const { world } = app;
  const guest = await world.consumer();
  const { deviceId } = await world.device(await world.outlet());
  const { orderId } = await world.order(deviceId, { placedBy: guest });
  await openAs(guest, `${pages.feedback}?orderId=${orderId}`);
  const buffer = await makePicture(page, 40, 40, 'image/png');
  await page.getByLabel('相册').setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer }]);
  await expect(page.locator('[data-state=done]')).toHaveCount(1);
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: /移除/ }).click();
  expect((await deleted).status()).toBe(200);
  const { rows } = await app.pool.query('SELECT 1 FROM files WHERE account_id = $1', [guest.accountId]);
  expect(rows).toEqual([]);
  await page.getByText('有异响').click();
  const sent = page.waitForRequest('**/order-feedback/insert');
  await page.getByRole('button', { name: '提交' }).click();
  const request = await sent;
  expect(request.headers()['content-type']).toBe('application/json');
  expect(request.postDataJSON()).toMatchObject({ problem: 'noise', description: '', files: [] });
  expect(request.postDataJSON().client).toMatch(/^recline .+, other, 375×812@2$/);
});

test('a login whose app does not load says so after two minutes', async ({ app, page }) => {
  const manager = await app.world.manager([await app.world.outlet()]);
  await page.route(/\/start-.*\.js$/, () => {});
  await page.goto('/');
  await page.clock.install();
  await loginPage(page).login(manager);
  // Logged in; from here on only the app is missing.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('Access-Token'))).not.toBeNull();
  await page.clock.runFor(121_000);
  await expect(loginPage(page).submit).toBeEnabled();
});
