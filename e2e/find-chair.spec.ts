import { pages } from '@recline/contract/pages';
import { expect, test } from './chairs.ts';

const texts = [
  {
    language: 'zh_CN',
    link: '使用按摩椅？扫码或输入编号，无需登录',
    scan: /扫码启动/,
    number: '设备编号',
    next: '下一步',
    pay: '支付 ¥15.00',
    other: '扫描其他设备',
  },
  {
    language: 'en_US',
    link: 'Use a chair: scan or enter its number, no login needed',
    scan: /Scan a code/,
    number: 'Device ID',
    next: 'Next',
    pay: 'Pay ¥15.00',
    other: 'Scan another chair',
  },
  {
    language: 'id_ID',
    link: 'Pakai kursi: pindai atau masukkan nomornya, tanpa masuk',
    scan: /Pindai kode/,
    number: 'ID perangkat',
    next: 'Lanjut',
    pay: 'Bayar ¥15,00',
    other: 'Pindai kursi lain',
  },
] as const;

for (const { language, link, scan, number, next, pay, other } of texts) {
  test.describe(`in ${language}`, () => {
    test.beforeEach(({ app, context }) => context.addCookies([{ name: 'locale', value: language, url: app.url }]));

    test('a guest comes from the login page to a chair by its number, without a login', async ({
      app,
      chairAt,
      page,
    }) => {
      const chair = await chairAt(await app.world.outlet());
      await page.goto(pages.login);
      await page.getByRole('link', { name: link }).tap();
      await expect(page).toHaveURL(pages.index);
      await expect(page.getByRole('button', { name: scan })).toBeVisible();
      await page.getByLabel(number).fill(` ${chair.deviceId.toLowerCase()} `);
      await page.getByRole('button', { name: next }).tap();
      await expect(page.getByRole('button', { name: pay })).toBeVisible();
      await expect(page.getByRole('heading', { name: chair.deviceId })).toBeVisible();
      expect(await page.evaluate('localStorage.getItem("Access-Token")')).toBeNull();
    });

    test('another chair after an unknown one is one tap away, without a login', async ({ page }) => {
      await page.goto(`${pages.index}?deviceId=NO-SUCH-CHAIR`);
      await page.getByRole('link', { name: other }).tap();
      await expect(page).toHaveURL(pages.index);
      await expect(page.getByLabel(number)).toBeVisible();
    });
  });
}

test('the page without a chair offers the search also where one was scanned before', async ({ app, chairAt, page }) => {
  const chair = await chairAt(await app.world.outlet());
  await page.goto(`${pages.index}?deviceId=${chair.deviceId}`);
  await expect(page.getByRole('button', { name: '支付 ¥15.00' })).toBeVisible();
  await page.goto(pages.index);
  await expect(page.getByLabel('设备编号')).toBeVisible();
});

test('Back closes the camera and stays on the page', async ({ page }) => {
  await page.goto(pages.index);
  await page.getByRole('button', { name: /扫码启动/ }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(pages.index);
});

test('a guest without a session comes from an error to the search, not to the login', async ({ page }) => {
  await page.goto(`${pages.error}?errType=device`);
  await page.locator('main').getByRole('button').tap();
  await expect(page).toHaveURL(pages.index);
  await expect(page.getByLabel('设备编号')).toBeVisible();
});
