import { pages } from '@recline/contract/pages';
import { chooseLanguage } from './choose-language.ts';
import { expect, test } from './fixtures.ts';

test('an end user reaches their own orders from the start page, and no others', async ({ app, openAs }) => {
  const outlet = await app.world.outlet({ name: '万象城 L3' });
  const [mine, other] = [await app.world.device(outlet), await app.world.device(outlet)];
  const guest = await app.world.consumer();
  await app.world.order(mine.deviceId, { placedBy: guest, amount: 1500 });
  await app.world.order(other.deviceId, { placedBy: await app.world.consumer() });
  const page = await openAs(guest, pages.quickStart);
  await page.getByRole('link', { name: '我的订单' }).click();
  await expect(page).toHaveURL(pages.myOrders);
  await expect(page.getByText(mine.deviceId)).toBeVisible();
  await expect(page.getByText('¥15.00')).toBeVisible();
  await expect(page.getByText(other.deviceId)).toBeHidden();
});

test('a running order links to its countdown, a finished one to feedback', async ({ app, openAs }) => {
  const outlet = await app.world.outlet();
  const [busy, free] = [await app.world.device(outlet), await app.world.device(outlet)];
  const guest = await app.world.consumer();
  const running = await app.world.order(busy.deviceId, { status: 'running', placedBy: guest });
  const ended = await app.world.order(free.deviceId, { placedBy: guest, at: new Date(Date.now() - 3_600_000) });
  const page = await openAs(guest, pages.myOrders);
  await page.getByRole('link', { name: '查看倒计时' }).click();
  await expect(page).toHaveURL(`${pages.countdown}?orderId=${running.orderId}`);
  await page.goBack();
  await page.getByRole('link', { name: '提交反馈' }).click();
  await expect(page).toHaveURL(`${pages.feedback}?orderId=${ended.orderId}`);
});

test('a long list loads page by page, with each order once', async ({ app, openAs }) => {
  const { deviceId } = await app.world.device(await app.world.outlet());
  const guest = await app.world.consumer();
  for (let hours = 1; hours <= 45; hours += 1) {
    await app.world.order(deviceId, { placedBy: guest, at: new Date(Date.now() - hours * 3_600_000) });
  }
  const page = await openAs(guest, pages.myOrders);
  const rows = page.getByRole('link', { name: '查看订单' });
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(rows).toHaveCount(45, { timeout: 500 });
  }).toPass();
  const targets = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(targets).size).toBe(45);
  await expect(page.getByText('没有更多了')).toBeVisible();
});

test('an account without orders sees how to start a chair', async ({ app, openAs }) => {
  const page = await openAs(await app.world.consumer(), pages.myOrders);
  await expect(page.getByText('还没有订单')).toBeVisible();
  await page.getByRole('link', { name: '启动设备' }).click();
  await expect(page).toHaveURL(pages.index);
});

test('an end user reaches language and logout from the start page', async ({ app, openAs }) => {
  const page = await openAs(await app.world.consumer(), '/');
  await expect(page).toHaveURL(pages.quickStart);
  await page.getByRole('link', { name: '我的', exact: true }).click();
  await chooseLanguage(page, 'English');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/');
});
