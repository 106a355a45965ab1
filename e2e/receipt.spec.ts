import { pages } from '@recline/contract/pages';
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
