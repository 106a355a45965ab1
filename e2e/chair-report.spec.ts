import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';
import { makePicture } from './media.ts';

test('a chair is reported from its page without a login, and its managers see it at once', async ({
  app,
  page,
  browser,
}) => {
  const outlet = await app.world.outlet({ name: '万象城 L3' });
  const { deviceId } = await app.world.device(outlet, { online: true });
  const manager = await app.world.manager([outlet]);
  const office = await (await browser.newContext({ locale: 'zh-CN', baseURL: app.url })).newPage();
  await office.addInitScript((token) => localStorage.setItem('Access-Token', token), manager.token);
  await office.goto(pages.feedbackList);
  await expect(office.getByText('还没有反馈')).toBeVisible();

  await page.goto(`${pages.index}?deviceId=${deviceId}`);
  await page.getByRole('link', { name: '设备报修' }).tap();
  await expect(page.getByText('万象城 L3')).toBeVisible();
  await page.getByText('有异响').tap();
  await page.getByRole('textbox', { name: '异常描述' }).fill('投币后没有反应');
  const buffer = await makePicture(page, 40, 30, 'image/png');
  await page.getByLabel('相册').setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer }]);
  await page.getByRole('button', { name: '提交' }).tap();
  await expect(page.getByRole('heading', { name: '提交成功' })).toBeVisible();

  const card = office.locator('section', { hasText: '投币后没有反应' }).last();
  await expect(card).toContainText(deviceId);
  await expect(card).toContainText('设备报修，无订单');
  await expect(card.getByRole('button', { name: '图片 1' })).toBeVisible();
  await office.context().close();

  await page.getByRole('link', { name: '返回设备页面' }).tap();
  await expect(page).toHaveURL(`${pages.index}?deviceId=${deviceId}`);
});
