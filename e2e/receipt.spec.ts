import { pages, pageUrl } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';

for (const { language, receipt, pdf, amount } of [
  { language: 'zh_CN', receipt: '收据', pdf: '打开 PDF', amount: '¥15.00' },
  { language: 'en_US', receipt: 'Receipt', pdf: 'Open as PDF', amount: '¥15.00' },
  { language: 'id_ID', receipt: 'Tanda terima', pdf: 'Buka PDF', amount: '¥15,00' },
] as const) {
  test(`${language}: a receipt is one tap from the countdown and from the list of orders, and opens as a PDF`, async ({
    app,
    openAs,
    page,
  }) => {
    await page.addInitScript((value) => localStorage.setItem('locale', value), language);
    const outlet = await app.world.outlet({ name: 'Suria KLCC' });
    const { deviceId } = await app.world.device(outlet);
    const guest = await app.world.consumer();
    const { orderId } = await app.world.order(deviceId, { placedBy: guest, amount: 1500 });
    await openAs(guest, `${pages.countdown}?orderId=${orderId}`);
    await page.getByRole('link', { name: receipt }).click();
    await expect(page).toHaveURL(`${pages.receipt}?orderId=${orderId}`);
    await expect(page.getByRole('heading', { level: 1, name: receipt })).toBeVisible();
    await expect(page.getByText('Suria KLCC')).toBeVisible();
    await expect(page.getByText(amount)).toBeVisible();
    const link = page.getByRole('link', { name: pdf });
    const answer = await page.request.get((await link.getAttribute('href')) ?? '');
    expect(answer.headers()['content-type']).toBe('application/pdf');
    await page.goto(pages.myOrders);
    await page.getByRole('link', { name: receipt }).click();
    await expect(page.getByText(amount)).toBeVisible();
  });
}

test('the receipt of the last order is one tap from the page of a chair', async ({ app, openAs }) => {
  const outlet = await app.world.outlet();
  const { deviceId } = await app.world.device(outlet, { online: true });
  const guest = await app.world.consumer();
  await app.world.order(deviceId, { placedBy: guest, at: new Date(Date.now() - 2 * 3_600_000) });
  const { orderId } = await app.world.order(deviceId, { placedBy: guest, at: new Date(Date.now() - 3_600_000) });
  const page = await openAs(guest, pageUrl(pages.index, { deviceId }));
  await page.getByRole('link', { name: '收据' }).click();
  await expect(page).toHaveURL(`${pages.receipt}?orderId=${orderId}`);
  await expect(page.getByRole('heading', { level: 1, name: '收据' })).toBeVisible();
});

test('on the page of a chair, a guest who has paid nothing yet sees no receipt', async ({ app, openAs, page }) => {
  const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
  const asked = page.waitForResponse('**/data-centre/my-orders*');
  await openAs(await app.world.consumer(), pageUrl(pages.index, { deviceId }));
  await asked;
  await expect(page.getByRole('link', { name: '我的订单' })).toBeVisible();
  await expect(page.getByRole('link', { name: '收据' })).toHaveCount(0);
});
