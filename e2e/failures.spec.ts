import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';

/** Feedback on an order of ¥15.00, and the manager who answers it. */
async function feedback({ world, client }: App) {
  const outlet = await world.outlet();
  const guest = await world.consumer();
  const { deviceId } = await world.device(outlet, { online: true });
  const { orderId } = await world.order(deviceId, { placedBy: guest, amount: 1500, type: 'cash_coupon' });
  const sent = { orderId, problem: 'noise' as const, description: '有异响', files: [] };
  await client.feedback.insert(sent, { token: guest.token });
  return { manager: await world.manager([outlet]), guest, deviceId };
}

const sheetOf = (page: Page) => page.getByRole('dialog');

test.describe('the first wrong field gets the focus and shows its error', () => {
  test('in a refund', async ({ app, openAs }) => {
    const page = await openAs((await feedback(app)).manager, pages.feedbackList);
    await page.getByRole('button', { name: '退款' }).click();
    const amount = sheetOf(page).getByRole('textbox', { name: '退款金额' });
    await amount.fill('99');
    await sheetOf(page).getByText('其他原因').click();
    await sheetOf(page).getByRole('button', { name: '退款', exact: true }).click();
    await expect(amount).toBeFocused();
    await expect(amount).toHaveAccessibleDescription(/0.01/);
  });

  test('in a reply', async ({ app, openAs }) => {
    const page = await openAs((await feedback(app)).manager, pages.feedbackList);
    await page.getByRole('button', { name: '回复' }).click();
    await sheetOf(page).getByRole('button', { name: '发送回复' }).click();
    const words = sheetOf(page).getByRole('textbox');
    await expect(words).toBeFocused();
    await expect(words).toHaveAccessibleDescription('请填写回复内容');
  });

  test('in a custom period', async ({ app, openAs }) => {
    const page = await openAs((await feedback(app)).manager, pages.details);
    await page.getByText('自定义').click();
    await sheetOf(page).getByRole('button', { name: '确定' }).click();
    const start = sheetOf(page).getByLabel('开始时间');
    await expect(start).toBeFocused();
    await expect(start).toHaveAccessibleDescription('请选择时间');
  });

  test('in the feedback on an order, whose required choice is marked', async ({ app, openAs }) => {
    const guest = await app.world.consumer();
    const { deviceId } = await app.world.device(await app.world.outlet());
    const { orderId } = await app.world.order(deviceId, { placedBy: guest });
    const page = await openAs(guest, `${pages.feedback}?orderId=${orderId}`);
    await expect(page.getByRole('group', { name: '问题描述 （必填）' })).toBeVisible();
    await page.getByRole('button', { name: '提交' }).click();
    const first = page.getByRole('radio').first();
    await expect(first).toBeFocused();
    await expect(first).toHaveAccessibleDescription('请选择遇到的问题');
  });
});

test.describe('an action that got no answer says so where it was triggered', () => {
  test('a refund, which can be tried again', async ({ app, openAs }) => {
    const page = await openAs((await feedback(app)).manager, pages.feedbackList);
    await page.getByRole('button', { name: '退款' }).click();
    await sheetOf(page).getByText('其他原因').click();
    const refund = sheetOf(page).getByRole('button', { name: '退款', exact: true });
    await page.context().setOffline(true);
    await refund.click();
    await expect(sheetOf(page).getByRole('alert')).toContainText('无法确认是否已退款');
    await page.context().setOffline(false);
    await refund.click();
    await expect(sheetOf(page)).toBeHidden();
  });

  test('a reply', async ({ app, openAs }) => {
    const page = await openAs((await feedback(app)).manager, pages.feedbackList);
    await page.getByRole('button', { name: '回复' }).click();
    await sheetOf(page).getByRole('textbox').fill('马上来看');
    await page.context().setOffline(true);
    await sheetOf(page).getByRole('button', { name: '发送回复' }).click();
    await expect(sheetOf(page).getByRole('alert')).toContainText('无法确认回复是否已发送');
    await expect(sheetOf(page).getByRole('textbox')).toHaveValue('马上来看');
    await page.context().setOffline(false);
  });

  test('a payment that the server refuses for now', async ({ app, openAs }) => {
    const guest = await app.world.consumer();
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
    const { orderId } = await app.world.order(deviceId, { placedBy: guest, status: 'pending', amount: 1500 });
    const page = await openAs(guest, `${pages.countdown}?orderId=${orderId}`);
    await page.route('**/data-centre/pay', (route) =>
      route.fulfill({ status: 503, json: { code: 503, message: '服务器繁忙', data: null } }),
    );
    await page.getByRole('button', { name: '支付 ¥15.00' }).click();
    await expect(page.getByRole('alert').filter({ hasText: '服务器繁忙' })).toBeVisible();
  });
});

test('why a session ended stays on the login page after its toast', async ({ page }) => {
  await page.goto('/');
  await page.evaluate('localStorage.setItem("Access-Token", "made-up")');
  await page.goto(pages.user);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('main').getByText('请重新登录')).toBeVisible();
});
