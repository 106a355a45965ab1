import { randomUUID } from 'node:crypto';
import { pages } from '@recline/contract/pages';
import { expect, test } from './chairs.ts';

const chairPage = (deviceId: string) => `${pages.index}?deviceId=${deviceId}`;
const orderPath = (orderId: string) => `${pages.countdown}?orderId=${orderId}`;

test('a payer who comes back without having paid sees that, and continues the same payment', async ({
  app,
  chairAt,
  openAs,
}) => {
  const chair = await chairAt(await app.world.outlet());
  const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
  await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).click();
  await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible();
  const cashier = page.url();
  const { rows } = await app.pool.query<{ return_to: string }>(
    `SELECT s.return_to FROM sandbox_payments s JOIN payment_attempts a ON a.number = s.number
     JOIN orders o ON o.id = a.order_id WHERE o.device_id = $1`,
    [chair.deviceId],
  );
  await page.goto(rows[0]?.return_to ?? '');
  await expect(page.locator('strong', { hasText: '尚未支付' })).toBeVisible();
  await expect(page.getByText('请不要重复支付')).toHaveCount(0);
  await page.getByRole('button', { name: '支付 ¥15.00' }).click();
  await expect(page).toHaveURL(cashier);
  await page.getByRole('button', { name: '确认支付' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
});

test('when a chair breaks down, the money is refunded automatically, and the page shows it at once', async ({
  app,
  chairAt,
  openAs,
}) => {
  const chair = await chairAt(await app.world.outlet());
  const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
  await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).click();
  await page.getByRole('button', { name: '确认支付' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  chair.breakDown('E01');
  await expect(page.locator('strong', { hasText: '因故障停止' })).toBeVisible();
  await expect(page.getByText(/¥1[45]\.\d\d (正在|已)原路退回/)).toBeVisible();
});

test('cash of an order that its chair broke off is handed back, which a manager confirms', async ({
  app,
  chairAt,
  openAs,
}) => {
  const outlet = await app.world.outlet();
  const chair = await chairAt(outlet);
  const manager = await app.world.manager([outlet]);
  const priceId = outlet.prices[1]?.priceId ?? '';
  const input = { deviceId: chair.deviceId, priceId, payType: 'cash', requestId: randomUUID() } as const;
  const { orderId } = (await app.client.starting.activate(input, manager)).data;
  const page = await openAs(manager, orderPath(orderId));
  await expect(page.getByRole('timer')).toBeVisible();
  chair.breakDown('E01');
  await expect(page.getByText(/请退还 ¥1[45]\.\d\d/)).toBeVisible();
  await page.getByRole('button', { name: '已当面退还' }).click();
  await expect(page.getByText(/¥1[45]\.\d\d 已当面退还/)).toBeVisible();
  await expect(page.getByRole('button', { name: '已当面退还' })).toHaveCount(0);
});

test('the title and text of a refund follow its amount, and its reason is chosen', async ({ app, openAs }) => {
  const outlet = await app.world.outlet();
  const { deviceId } = await app.world.device(outlet);
  const { orderId } = await app.world.order(deviceId, { type: 'cash_coupon', amount: 1500 });
  const page = await openAs(await app.world.manager([outlet]), `${pages.orders}?orderId=${orderId}`);
  await page.getByRole('button', { name: '退款' }).click();
  await expect(page.getByRole('dialog', { name: '退款 ¥15.00' })).toBeVisible();
  await page.getByRole('textbox', { name: '退款金额' }).fill('4');
  const sheet = page.getByRole('dialog', { name: '退款 ¥4.00' });
  await expect(sheet).toContainText('请将 ¥4.00 当面退给使用者');
  await sheet.getByRole('button', { name: '退款', exact: true }).click();
  await expect(sheet).toContainText('请选择原因');
  await sheet.getByText('中途停止').click();
  await sheet.getByRole('button', { name: '退款', exact: true }).click();
  await expect(page.getByText(/¥4\.00 已当面退还/)).toBeVisible();
});
