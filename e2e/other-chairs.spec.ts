import { pages, pageUrl } from '@recline/contract/pages';
import { expect, test } from './chairs.ts';

const chairPage = (deviceId: string) => pageUrl(pages.index, { deviceId });

const texts = [
  { language: 'zh_CN', thirty: '30分钟', pay20: '支付 ¥20.00', confirm: '确认支付', failed: '启动失败' },
  { language: 'en_US', thirty: '30min', pay20: 'Pay ¥20.00', confirm: 'Pay', failed: 'Failed to start' },
  { language: 'id_ID', thirty: '30menit', pay20: 'Bayar ¥20,00', confirm: 'Bayar', failed: 'Gagal mulai' },
] as const;

for (const { language, pay20, failed } of texts) {
  test(`${language}: after a failed start, a free chair with the same package is one tap away, and Pay the next`, async ({
    app,
    chairAt,
    context,
    page,
  }) => {
    await context.addCookies([{ name: 'locale', value: language, url: app.url }]);
    const outlet = await app.world.outlet();
    const [broken, other] = [await chairAt(outlet), await chairAt(outlet)];
    broken.faults.add('refuses');
    await page.goto(chairPage(broken.deviceId));
    await page.getByRole('radio', { name: /30/ }).check({ force: true });
    await page.getByRole('button', { name: pay20 }).tap();
    await page.locator('form button').first().tap();
    await expect(page.getByRole('heading', { level: 1, name: failed })).toBeVisible();
    await page.getByRole('link', { name: other.deviceId }).tap();
    await expect(page).toHaveURL(new RegExp(`${pages.index}.*deviceId=${other.deviceId}`));
    await expect(page.getByRole('heading', { name: other.deviceId })).toBeVisible();
    await expect(page.getByRole('button', { name: pay20 })).toBeVisible();
  });
}

test('a chair that is taken while its page is open leads to another with the package that was chosen', async ({
  app,
  chairAt,
  page,
}) => {
  const outlet = await app.world.outlet();
  const [taken, other] = [await chairAt(outlet), await chairAt(outlet)];
  await page.goto(chairPage(taken.deviceId));
  await page.getByRole('radio', { name: /10/ }).check({ force: true });
  await expect(page.getByRole('button', { name: '支付 ¥8.00' })).toBeVisible();
  const manager = await app.world.manager([outlet]);
  const priceId = outlet.prices[0]?.priceId ?? '';
  await app.client.starting.activate(
    { deviceId: taken.deviceId, priceId, payType: 'cash', requestId: crypto.randomUUID() },
    manager,
  );
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByRole('link', { name: other.deviceId }).tap();
  await expect(page.getByRole('heading', { name: other.deviceId })).toBeVisible();
  await expect(page.getByRole('button', { name: '支付 ¥8.00' })).toBeVisible();
});

test("the countdown's Back leads to the chair's page and stays there; the orders are one tap from both", async ({
  app,
  chairAt,
  page,
}) => {
  const chair = await chairAt(await app.world.outlet());
  await page.goto(chairPage(chair.deviceId));
  await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
  await page.getByRole('button', { name: '确认支付' }).tap();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('link', { name: '我的订单' })).toBeVisible();
  await page.getByRole('button', { name: '返回' }).tap();
  await expect(page.getByRole('heading', { name: chair.deviceId })).toBeVisible();
  await expect(page.getByRole('link', { name: '查看倒计时' })).toBeVisible();
  await page.getByRole('link', { name: '我的订单' }).tap();
  await expect(page).toHaveURL(pages.myOrders);
  await page.getByRole('link', { name: '查看倒计时' }).tap();
  await expect(page.getByRole('timer')).toBeVisible();
});

test('a member of another outlet learns it before paying, with the name of the account', async ({
  app,
  chairAt,
  openAs,
}) => {
  const [here, elsewhere] = [await app.world.outlet(), await app.world.outlet()];
  const chair = await chairAt(here);
  const member = await app.world.consumer({ boundTo: elsewhere });
  const page = await openAs(member, pages.quickStart);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(chairPage(chair.deviceId));
  await expect(page.getByRole('alert')).toContainText(/账号 .+ 不能扫描此网点的设备/);
  await expect(page.getByRole('button', { name: /支付/ })).toHaveCount(0);
});
