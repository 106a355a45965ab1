import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';

test('the account page shows the account, its outlets, the service phone and the version', async ({ app, openAs }) => {
  const manager = await app.world.manager([
    await app.world.outlet({ name: 'Harbour mall' }),
    await app.world.outlet({ name: 'North station' }),
  ]);
  const page = await openAs(manager, pages.user);
  await expect(page.getByText(`账号 ${manager.account}`)).toBeVisible();
  await expect(page.getByText('网点管理员')).toBeVisible();
  await expect(page.getByText('我的网点 · 2')).toBeVisible();
  await expect(page.getByText('Harbour mall')).toBeVisible();
  await expect(page.getByText('North station')).toBeVisible();
  await expect(page.getByRole('link', { name: /客服电话/ })).toHaveAttribute('href', /^tel:\+?\d+$/);
  const about = page.locator('section', { has: page.getByRole('heading', { name: '关于' }) }).getByRole('listitem');
  await expect(about).toHaveText([/^版本\d/, '应用标识recline', '浏览器与屏幕浏览器 · 375×812']);
});

test('an end user’s account page has the masked number and never the whole one', async ({ app, openAs }) => {
  const guest = await app.world.consumer();
  const page = await openAs(guest, pages.user);
  await expect(page.getByText('使用者')).toBeVisible();
  await expect(page.locator('main')).toContainText(/\d{3}\*{4}\d{4}/);
  await expect(page.locator('main')).not.toContainText(/\d{11}/);
});

test('the theme follows the phone until one is chosen, and the choice is stored', async ({ app, openAs, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAs(await app.world.manager([await app.world.outlet()]), pages.user);
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const appearance = page.getByLabel('外观');
  const dark = await background();
  await appearance.selectOption('浅色');
  const light = await background();
  expect(light).not.toBe(dark);
  await page.reload();
  await expect(appearance).toHaveValue('light');
  expect(await background()).toBe(light);
  await appearance.selectOption('深色');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe(dark);
  await appearance.selectOption('跟随系统');
  expect(await background()).toBe(light);
});

test('logging out asks for confirmation and can be cancelled', async ({ app, openAs }) => {
  const page = await openAs(await app.world.manager([await app.world.outlet()]), pages.user);
  await page.getByRole('button', { name: '退出登录' }).click();
  const question = page.getByRole('dialog', { name: '确定退出登录吗？' });
  await question.getByRole('button', { name: '取消' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(pages.user);
});

test('a guest without a number sees what is lost by logging out', async ({ app, page }) => {
  const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
  await page.goto(`${pages.index}?deviceId=${deviceId}`);
  await page.getByRole('button', { name: '支付 ¥15.00' }).click();
  await page.waitForURL(/sandbox|cashier|pay/);
  await page.goto(pages.user);
  await page.getByRole('button', { name: '退出登录' }).click();
  const question = page.getByRole('dialog', { name: '确定退出登录吗？' });
  await expect(question).toContainText('这部手机将不再显示您的订单');
  await expect(question).not.toContainText('重新验证手机号');
  await expect(question.getByRole('button', { name: '留下手机号' })).toBeVisible();
});
