import { pages, pageUrl } from '@recline/contract/pages';
import type { App } from './app.ts';
import { expect, test } from './chairs.ts';

/** The consents of the account that was made last, with whether their version is the one in force. */
async function lastConsents({ pool, client }: App) {
  const { version } = (await client.agreements.get({})).data;
  const { rows } = await pool.query<{ occasion: string; version: string }>(
    'SELECT occasion, version FROM consents WHERE account_id = (SELECT max(account_id) FROM consents) ORDER BY occasion',
  );
  return rows.map((row) => ({ occasion: row.occasion, current: row.version === version }));
}

test('paying accepts the agreements, which open beside the button and are recorded with their version', async ({
  app,
  chairAt,
  page,
}) => {
  const chair = await chairAt(await app.world.outlet());
  await page.goto(pageUrl(pages.index, { deviceId: chair.deviceId }));
  for (const title of ['用户协议', '隐私政策']) {
    await page.getByRole('button', { name: title }).tap();
    const sheet = page.getByRole('dialog', { name: title });
    await expect(sheet.getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expect(sheet).toContainText('400-820-1234');
    await sheet.getByRole('button', { name: '关闭' }).tap();
    await expect(sheet).toBeHidden();
  }
  await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
  await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible();
  expect(await lastConsents(app)).toEqual([{ occasion: 'payment', current: true }]);
});

test('Back closes an agreement and stays on the page, also above another sheet', async ({ app, chairAt, page }) => {
  const chair = await chairAt(await app.world.outlet());
  const url = pageUrl(pages.index, { deviceId: chair.deviceId });
  await page.goto(url);
  const notice = page.getByRole('dialog', { name: '隐私政策' });
  await page.getByRole('button', { name: '隐私政策' }).tap();
  await expect(notice).toBeVisible();
  await page.goBack();
  await expect(notice).toBeHidden();
  await expect(page).toHaveURL(url);
  await page.getByRole('button', { name: '留下手机号，随时找回订单' }).tap();
  const form = page.getByRole('dialog', { name: '手机号' });
  await form.getByRole('button', { name: '隐私政策' }).tap();
  await expect(notice).toBeVisible();
  await page.goBack();
  await expect(notice).toBeHidden();
  await expect(form).toBeVisible();
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(url);
});

test('giving a number accepts the agreements, which open on top of its sheet', async ({ app, chairAt, page }) => {
  const chair = await chairAt(await app.world.outlet());
  const mobile = `139${String(Math.random()).slice(2, 10)}`;
  await page.goto(pageUrl(pages.index, { deviceId: chair.deviceId }));
  await page.getByRole('button', { name: '留下手机号，随时找回订单' }).tap();
  const form = page.getByRole('dialog', { name: '手机号' });
  await form.getByRole('button', { name: '隐私政策' }).tap();
  const notice = page.getByRole('dialog', { name: '隐私政策' });
  await expect(notice).toContainText('网络地址');
  await notice.getByRole('button', { name: '关闭' }).tap();
  await expect(notice).toBeHidden();
  await form.getByRole('textbox', { name: '手机号' }).fill(mobile);
  await form.getByRole('button', { name: '获取验证码' }).tap();
  await form.getByLabel('验证码').pressSequentially(await app.smsCode(mobile));
  await expect(form).toBeHidden();
  expect(await lastConsents(app)).toEqual([{ occasion: 'number', current: true }]);
});

test('the login page shows the agreements in the language of the page', async ({ app, page, context }) => {
  await context.addCookies([{ name: 'locale', value: 'id_ID', url: app.url }]);
  await page.goto(pages.login);
  await page.getByRole('tab', { name: 'Pengguna' }).tap();
  await page.getByRole('button', { name: 'kebijakan privasi' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Kebijakan privasi' });
  await expect(sheet.getByRole('listitem').first()).toBeVisible();
});
