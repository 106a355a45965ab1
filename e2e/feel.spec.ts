import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';

test('rows, chips, tabs, tiles and buttons answer a tap at once', async ({ app, openAs }) => {
  const outlet = await app.world.outlet();
  const { deviceId } = await app.world.device(outlet, { online: true });
  const manager = await app.world.manager([outlet]);
  const page = await openAs(manager, pages.home);
  const answers = async (selector: string) => {
    const target = page.locator(selector).first();
    // The tab bar covers the bottom of the page.
    await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await target.boundingBox();
    if (!box) throw new Error(`${selector} is not there`);
    const opacity = () => target.evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe('1');
    await page.mouse.move(box.x + 12, box.y + box.height / 2);
    await page.mouse.down();
    const pressed = await opacity();
    await page.mouse.move(0, 0);
    await page.mouse.up();
    expect(pressed, selector).not.toBe('1');
  };
  await answers('a:has-text("异常设备")');
  await answers('nav[aria-label="主导航"] a');
  await answers('nav a:has-text("设备列表")');
  await page.goto(pages.devices);
  await page.getByRole('button', { name: deviceId }).waitFor();
  await answers('main fieldset label');
  await answers('main li button');
});

test('a first visit to a tab shows its title and a skeleton while it loads', async ({ app, page, openAs }) => {
  await openAs(await app.world.manager([await app.world.outlet()]), pages.home);
  await expect(page.getByText('今日收入')).toBeVisible();
  await page.route(/details-screen.*\.js$/, () => {});
  await page.getByRole('link', { name: '数据详情' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '数据详情' })).toBeVisible();
  await expect(page.locator('main [class*=skeleton]').first()).toBeVisible();
});

test('the focus moves to the heading of the page that was navigated to', async ({ app, openAs }) => {
  const page = await openAs(await app.world.manager([await app.world.outlet()]), pages.home);
  await page.getByRole('link', { name: '数据详情' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '数据详情' })).toBeFocused();
  await page.getByRole('link', { name: '数据概况' }).click();
  await page.getByRole('link', { name: '设备列表' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '设备列表' })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: '数据概况' })).toBeFocused();
});

test('the chosen chip stays in view when counts arrive, and a faulty chair is not offered a start', async ({
  app,
  page,
  openAs,
}) => {
  const outlet = await app.world.outlet();
  const { deviceId } = await app.world.device(outlet, { online: true });
  await app.pool.query(`UPDATE devices SET fault_code = 'E01' WHERE id = $1`, [deviceId]);
  await page.setViewportSize({ width: 320, height: 640 });
  await openAs(await app.world.manager([outlet]), `${pages.devices}?use=idle&abnormal=true`);
  const chosen = page.locator('label:has(:checked)');
  await expect(chosen.last()).toContainText('1');
  await expect(chosen.last()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: /^异常/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: deviceId }).click();
  const actions = page.getByRole('dialog').locator('a[class*=button]');
  await expect(actions).toHaveText(['查看订单']);
});
