import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';
import { makePicture, makeVideo } from './media.ts';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** An outlet with its manager, and an end user with a finished order. */
async function setUp({ world }: App) {
  const outlet = await world.outlet({ name: '万象城 L3' });
  const [manager, guest, chair] = [await world.manager([outlet]), await world.consumer(), await world.device(outlet)];
  const order = await world.order(chair.deviceId, { placedBy: guest, amount: 1500 });
  return { outlet, manager, guest, chair, order, path: `${pages.feedback}?orderId=${order.orderId}` };
}

async function fillIn(page: Page, words: string): Promise<void> {
  await page.getByText('有异响').click();
  await page.getByRole('textbox', { name: '异常描述' }).fill(words);
}
const submit = (page: Page) => page.getByRole('button', { name: '提交' }).click();

test('a manager who opens the form of a guest’s order sees that only the guest can send feedback', async ({
  app,
  openAs,
}) => {
  const { manager, path } = await setUp(app);
  const page = await openAs(manager, path);
  await expect(page.getByText('只有下单的人可以反馈')).toBeVisible();
  await expect(page.getByRole('button', { name: '提交' })).toHaveCount(0);
});

test('the form names the order, its time and the time of the feedback', async ({ app, page, openAs }) => {
  const { guest, chair } = await setUp(app);
  const at = new Date('2026-03-05T05:06:00Z');
  const { orderId } = await app.world.order(chair.deviceId, { placedBy: guest, amount: 1500, at });
  const { data: order } = await app.client.orders.get({ orderId }, { token: guest.token });
  await page.clock.setFixedTime('2026-03-06T07:08:00Z');
  await openAs(guest, `${pages.feedback}?orderId=${orderId}`);
  await expect(page.getByRole('region', { name: '订单信息' }).locator('dl > div')).toHaveText([
    `订单号${order.orderNo}`,
    '网点万象城 L3查看位置',
    `设备编号${chair.deviceId}`,
    '订单金额¥15.00',
    '下单时间2026/03/05 13:06',
    '反馈时间2026/03/06 15:08',
  ]);
});

test('feedback already sent from elsewhere leads to the failure page, from which it can be read', async ({
  app,
  openAs,
}) => {
  const { guest, order, path } = await setUp(app);
  const page = await openAs(guest, path);
  await fillIn(page, '第二次');
  const first = { orderId: order.orderId, problem: 'dirty' as const, description: '坐垫脏了', files: [] };
  await app.client.feedback.insert(first, { token: guest.token });
  await submit(page);
  await expect(page.getByText('提交失败')).toBeVisible();
  await expect(page.getByText('此订单已提交过反馈')).toBeVisible();
  await page.getByRole('link', { name: '再试一次' }).click();
  await expect(page.getByText('坐垫脏了')).toBeVisible();
});

test('a picture and a video are uploaded unchanged, and the manager sees them and answers', async ({
  app,
  openAs,
  browser,
}) => {
  const { guest, manager, order, chair, path } = await setUp(app);
  const page = await openAs(guest, path);
  await expect(page.getByText(chair.deviceId)).toBeVisible();
  await expect(page.getByText('万象城 L3')).toBeVisible();
  await expect(page.getByText('¥15.00')).toBeVisible();
  const picture = { name: '照片.png', mimeType: 'image/png', buffer: await makePicture(page, 120, 90, 'image/png') };
  const film = await makeVideo(page);
  await page.getByLabel('相册').setInputFiles([picture, film]);
  await fillIn(page, '靠背有异响');
  await expect(page.locator('[data-state=done]')).toHaveCount(2);
  await submit(page);
  await expect(page.getByText('提交成功')).toBeVisible();

  const { data } = await app.client.feedback.get({ orderId: order.orderId }, { token: guest.token });
  const arrived = await Promise.all(data.files.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
  expect(arrived.map(sha256)).toEqual([sha256(picture.buffer), sha256(film.buffer)]);

  const managerPage = await browser.newPage({ baseURL: app.url });
  await managerPage.addInitScript((token) => localStorage.setItem('Access-Token', token), manager.token);
  await managerPage.goto(pages.home);
  await managerPage.getByRole('link', { name: /使用者反馈/ }).click();
  await expect(managerPage.getByText('靠背有异响')).toBeVisible();
  await expect
    .poll(() => managerPage.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(120);
  const video = managerPage.locator('video');
  await video.evaluate((element: HTMLVideoElement) => element.play());
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
  await managerPage.getByRole('button', { name: '回复' }).click();
  await managerPage.getByRole('textbox', { name: '回复使用者' }).fill('已经派人去看，抱歉。');
  await managerPage.getByRole('button', { name: '发送回复' }).click();
  await expect(managerPage.getByText('已处理 1')).toBeVisible();
  await managerPage.close();

  await page.getByRole('link', { name: '查看反馈' }).click();
  await expect(page.getByText('已经派人去看，抱歉。')).toBeVisible();
});

test('a missing problem is reported at its field, and nothing is sent; words are not demanded', async ({
  app,
  openAs,
}) => {
  const { guest, path } = await setUp(app);
  const page = await openAs(guest, path);
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/order-feedback/insert') && sent.push(request.url()));
  await submit(page);
  await expect(page.getByText('请选择遇到的问题')).toBeVisible();
  // A family emoji is one character to people.
  await page.getByRole('textbox', { name: '异常描述' }).fill('👨‍👩‍👧‍👦'.repeat(200));
  await expect(page.getByText('200/140')).toBeVisible();
  await page.getByText('有异响').click();
  await submit(page);
  const words = page.getByRole('textbox', { name: '异常描述' });
  await expect(words).toBeFocused();
  await expect(words).toHaveAccessibleDescription('超出 60 个字，请删减');
  expect(sent).toEqual([]);
});

test('a draft survives a reload and is bound to its account', async ({ app, openAs }) => {
  const { guest, manager, path } = await setUp(app);
  const page = await openAs(guest, path);
  const buffer = await makePicture(page, 60, 60, 'image/png');
  await fillIn(page, '写到一半');
  await page.getByLabel('相册').setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer }]);
  await expect(page.locator('[data-state=done]')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('textbox', { name: '异常描述' })).toHaveValue('写到一半');
  await expect(page.getByRole('radio', { name: '有异响' })).toBeChecked();
  await expect(page.locator('[data-state=done]')).toHaveCount(1);

  // Another account in the same browser, which may see the order, does not see the draft.
  await page.evaluate((token) => localStorage.setItem('Access-Token', token), manager.token);
  const other = await page.context().newPage();
  await page.close();
  await other.goto(path);
  await other.getByText('订单号').waitFor();
  await expect(other.getByText('写到一半')).toHaveCount(0);
  await expect(other.locator('[data-state]')).toHaveCount(0);
});

test('after a failure the draft is kept, and a retry succeeds', async ({ app, openAs }) => {
  const { guest, path } = await setUp(app);
  const page = await openAs(guest, path);
  await fillIn(page, '没有启动');
  await page.route('**/order-feedback/insert', (route) => route.abort());
  await submit(page);
  await expect(page.getByText('提交失败')).toBeVisible();
  await page.unroute('**/order-feedback/insert');
  await page.getByRole('link', { name: '再试一次' }).click();
  await expect(page.getByRole('textbox', { name: '异常描述' })).toHaveValue('没有启动');
  await submit(page);
  await expect(page.getByText('提交成功')).toBeVisible();
  await page.getByRole('link', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/quickStart/);
});

test('feedback whose answer was lost counts as sent', async ({ app, openAs }) => {
  const { guest, path } = await setUp(app);
  const page = await openAs(guest, path);
  await fillIn(page, '答复丢了');
  await page.route('**/order-feedback/insert', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page);
  await expect(page.getByText('提交成功')).toBeVisible();
});

test('an order with feedback shows it instead of the form', async ({ app, openAs }) => {
  const { guest, order, path } = await setUp(app);
  const sent = { orderId: order.orderId, problem: 'dirty' as const, description: '坐垫脏了', files: [] };
  await app.client.feedback.insert(sent, { token: guest.token });
  const page = await openAs(guest, path);
  await expect(page.getByText('坐垫脏了')).toBeVisible();
  await expect(page.getByRole('button', { name: '提交' })).toHaveCount(0);
});

test('a manager refunds an order from its feedback, and the day’s income no longer includes it', async ({
  app,
  openAs,
}) => {
  const { guest, manager, chair } = await setUp(app);
  const order = await app.world.order(chair.deviceId, { placedBy: guest, amount: 2000, type: 'cash_coupon' });
  const sent = { orderId: order.orderId, problem: 'no_start' as const, description: '没有启动', files: [] };
  await app.client.feedback.insert(sent, { token: guest.token });
  const income = async () => (await app.client.revenue.today({}, { token: manager.token })).data;
  expect(await income()).toMatchObject({ online: 1500, cash: 2000, total: 3500 });
  const page = await openAs(manager, pages.feedbackList);
  await page.getByRole('button', { name: '退款' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('退款 ¥20.00？')).toBeVisible();
  await dialog.getByText('其他原因').click();
  await dialog.getByRole('button', { name: '退款', exact: true }).click();
  await expect(page.getByText('已退款').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '退款' })).toHaveCount(0);
  const { data } = await app.client.orders.get({ orderId: order.orderId }, { token: manager.token });
  expect(data.status).toBe('refunded');
  expect(await income()).toMatchObject({ online: 1500, cash: 0, total: 1500 });
});

test('a report about a chair without an order is in the manager’s list, and can be answered but not refunded', async ({
  app,
  openAs,
}) => {
  const outlet = await app.world.outlet();
  const [manager, guest, device] = [
    await app.world.manager([outlet]),
    await app.world.consumer(),
    await app.world.device(outlet),
  ];
  await app.client.feedback.insert({ deviceId: device.deviceId, problem: 'noise', files: [] }, guest);
  const page = await openAs(manager, pages.feedbackList);
  await expect(page.getByText('设备报修，无订单')).toBeVisible();
  await expect(page.getByText(device.deviceId)).toBeVisible();
  await expect(page.getByRole('button', { name: '退款' })).toHaveCount(0);
  await page.getByRole('button', { name: '回复' }).click();
  await expect(page.getByPlaceholder('这条反馈没有订单，回复仅作内部记录')).toBeVisible();
});

test('another account cannot open the feedback page of an order', async ({ app, openAs }) => {
  const { path, chair } = await setUp(app);
  const page = await openAs(await app.world.consumer(), path);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText(chair.deviceId)).toHaveCount(0);
});

test('a draft is deleted after a week', async ({ app, openAs }) => {
  const { guest, path } = await setUp(app);
  const page = await openAs(guest, path);
  await fillIn(page, '很久以前');
  await page.reload();
  await expect(page.getByRole('textbox', { name: '异常描述' })).toHaveValue('很久以前');
  await page.clock.setFixedTime(Date.now() + 8 * 24 * 3600_000);
  await page.reload();
  await expect(page.getByRole('textbox', { name: '异常描述' })).toHaveValue('');
});
