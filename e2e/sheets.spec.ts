import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';

/** An outlet with a chair, an order and feedback on it. */
async function outletWithFeedback({ world, client }: App) {
  const outlet = await world.outlet();
  const guest = await world.consumer();
  const { deviceId } = await world.device(outlet, { online: true });
  const { orderId } = await world.order(deviceId, { placedBy: guest, amount: 1500, type: 'cash_coupon' });
  const sent = { orderId, problem: 'noise' as const, description: '有异响', files: [] };
  await client.feedback.insert(sent, { token: guest.token });
  return { manager: await world.manager([outlet]), deviceId, orderId };
}

const sheetOf = (page: Page) => page.getByRole('dialog');

/** Every sheet of a manager: the page, and the button that opens it. */
const sheets = [
  ['the filters of orders', pages.orders, '筛选'],
  ['the choice of an outlet', pages.details, '全部网点'],
  ['one chair', pages.devices, '空闲'],
  ['a reply', pages.feedbackList, '回复'],
  ['a refund', pages.feedbackList, '退款'],
  ['the question before a logout', pages.user, '退出登录'],
  ['the scanner', pages.quickStart, '扫码启动'],
] as const;

for (const [what, path, button] of sheets) {
  test(`Back closes ${what} and stays on the page; one more leaves it`, async ({ app, openAs }) => {
    const { manager } = await outletWithFeedback(app);
    const page = await openAs(manager, pages.error);
    await page.goto(path);
    const opener = page.getByRole('button', { name: button }).first();
    await opener.click();
    await expect(sheetOf(page)).toBeVisible();
    await page.goBack();
    await expect(sheetOf(page)).toBeHidden();
    await expect(page).toHaveURL(path);
    await expect(opener).toBeFocused();
    await opener.click();
    await page.keyboard.press('Escape');
    await expect(sheetOf(page)).toBeHidden();
    await expect.poll(() => page.evaluate('history.state.sheets ?? null')).toBeNull(); // its entry is gone
    await page.goBack();
    await expect(page).toHaveURL(pages.error);
  });
}

test('Back closes the coupons of a chair’s page and stays on it', async ({ app, page }) => {
  const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
  await page.goto(`${pages.index}?deviceId=${deviceId}`);
  const opener = page.getByRole('button', { name: /优惠券/ });
  await opener.click();
  await expect(sheetOf(page)).toBeVisible();
  await page.goBack();
  await expect(sheetOf(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await sheetOf(page).getByRole('button', { name: '关闭' }).click();
  await expect(sheetOf(page)).toBeHidden();
  await expect.poll(() => page.evaluate('history.state?.sheet ?? null')).toBeNull();
  await expect(page.getByRole('button', { name: '支付 ¥15.00' })).toBeVisible();
});

test('a sheet within a sheet closes first, and a choice leaves no entry behind', async ({ app, openAs }) => {
  const { manager } = await outletWithFeedback(app);
  const page = await openAs(manager, pages.error);
  await page.goto(pages.orders);
  await page.getByRole('button', { name: '筛选', exact: true }).click();
  const filters = page.getByRole('dialog', { name: '筛选订单' });
  await filters.getByRole('group', { name: '使用档位' }).getByText('深层').click();
  await filters.getByRole('button', { name: '全部网点' }).click();
  const outlets = page.getByRole('dialog', { name: '选择网点' });
  await expect(outlets).toBeVisible();
  await page.goBack();
  await expect(outlets).toBeHidden();
  await expect(filters.getByRole('radio', { name: '深层' })).toBeChecked();
  await filters.getByRole('button', { name: '立即筛选' }).click();
  await expect(page).toHaveURL(/gear=deep/);
  await expect(filters).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(pages.error);
});

test('Back from the page that a sheet led to opens the sheet again', async ({ app, openAs }) => {
  const { manager, deviceId } = await outletWithFeedback(app);
  const page = await openAs(manager, pages.devices);
  await page.getByRole('button', { name: deviceId }).click();
  await sheetOf(page).getByRole('link', { name: '查看订单' }).click();
  await expect(page).toHaveURL(/order\/order/);
  await expect(page.getByRole('heading', { level: 1, name: '订单' })).toBeFocused();
  await page.goBack();
  await expect(sheetOf(page)).toContainText(deviceId);
});

test('a sheet closes by its button and by dragging its handle', async ({ app, openAs }) => {
  const { manager } = await outletWithFeedback(app);
  const page = await openAs(manager, pages.orders);
  const open = page.getByRole('button', { name: '筛选', exact: true });
  await open.click();
  await sheetOf(page).getByRole('button', { name: '关闭' }).click();
  await expect(sheetOf(page)).toBeHidden();
  await open.click();
  const title = sheetOf(page).getByRole('heading', { name: '筛选订单' });
  const box = await title.boundingBox();
  if (!box) throw new Error('the sheet is not there');
  await page.mouse.move(box.x + 30, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + 30);
  await page.mouse.move(box.x + 30, box.y + 160);
  await page.mouse.up();
  await expect(sheetOf(page)).toBeHidden();
});

test('an error inside a sheet is seen above it', async ({ app, openAs }) => {
  const { manager } = await outletWithFeedback(app);
  const page = await openAs(manager, pages.feedbackList);
  const broken = { status: 409, json: { code: 409, message: '现在不能回复', data: null } };
  await page.route('**/order-feedback/reply', (route) => route.fulfill(broken));
  await page.getByRole('button', { name: '回复' }).click();
  await sheetOf(page).getByRole('textbox').fill('抱歉');
  await sheetOf(page).getByRole('button', { name: '发送回复' }).click();
  const toast = sheetOf(page).getByText('现在不能回复');
  await expect(toast).toBeVisible();
  const isOnTop = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    (element.parentElement as HTMLElement).style.pointerEvents = 'auto';
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  };
  expect(await toast.evaluate(isOnTop)).toBe(true);
});

test('a confirmation does not focus its destructive button', async ({ app, openAs }) => {
  const { manager } = await outletWithFeedback(app);
  const page = await openAs(manager, pages.user);
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(sheetOf(page).getByRole('heading')).toBeFocused();
  await page.goto(pages.feedbackList);
  await page.getByRole('button', { name: '退款' }).click();
  await expect(sheetOf(page).getByRole('heading')).toBeFocused();
});

test('after a refund and a reply the focus is on their card', async ({ app, openAs }) => {
  const { manager } = await outletWithFeedback(app);
  const page = await openAs(manager, pages.feedbackList);
  await page.getByRole('button', { name: '回复' }).click();
  await sheetOf(page).getByRole('textbox').fill('抱歉，已处理');
  await sheetOf(page).getByRole('button', { name: '发送回复' }).click();
  await expect(page.getByRole('button', { name: '修改回复' })).toBeFocused();
  await page.getByRole('button', { name: '退款' }).click();
  await sheetOf(page).getByText('其他原因').click();
  await sheetOf(page).getByRole('button', { name: '退款', exact: true }).click();
  await expect(page.getByRole('button', { name: '退款' })).toHaveCount(0);
  await expect(page.locator('section', { hasText: '抱歉，已处理' }).last()).toBeFocused();
});

test('a press that begins inside a sheet and ends outside does not close it; one on the backdrop does', async ({
  app,
  openAs,
}) => {
  const { manager } = await outletWithFeedback(app);
  const page = await openAs(manager, pages.feedbackList);
  await page.getByRole('button', { name: '回复' }).click();
  const words = sheetOf(page).getByRole('textbox');
  await words.fill('马上来看');
  await words.hover();
  await page.mouse.down();
  await page.mouse.move(20, 20);
  await page.mouse.up();
  await expect(words).toHaveValue('马上来看');
  await page.mouse.click(20, 20);
  await expect(sheetOf(page)).toBeHidden();
});
