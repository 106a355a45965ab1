import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import type { App } from './app.ts';
import { expect, withProviders } from './providers.ts';

/** A payment that was cancelled at WeChat in a plain mobile browser: the cashier pages are the simulator's. */

const test = withProviders({ PAYMENT_PROVIDERS: 'wechat,alipay' });

test.describe.configure({ mode: 'default' }); // one server and one simulator for all of them

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pay = (page: Page) => button(page, '支付 ¥15.00');

/** Taps Pay and cancels on WeChat's payment page. Returns the address of that page. */
async function cancelAtWechat(page: Page): Promise<string> {
  await pay(page).click();
  await expect(button(page, '确认支付')).toBeVisible();
  const cashier = page.url();
  await button(page, '放弃支付').click();
  await expect(page.locator('strong', { hasText: '尚未支付' })).toBeVisible();
  return cashier;
}

async function chooseAlipay(page: Page): Promise<void> {
  await button(page, '换一种支付方式').click();
  await button(page, '用支付宝支付').click();
}

async function attemptsAt({ pool }: App, deviceId: string) {
  const { rows } = await pool.query<{ provider: string; state: string }>(
    `SELECT a.provider, a.state FROM payment_attempts a JOIN orders o ON o.id = a.order_id
     WHERE o.device_id = $1 ORDER BY a.id`,
    [deviceId],
  );
  return rows.map(({ provider, state }) => `${provider} ${state}`);
}

test('the page says that nothing is paid yet, and one tap opens the same payment again', async ({
  app,
  chairAt,
  openAs,
}) => {
  const chair = await chairAt(await app.world.outlet());
  const page = await openAs(await app.world.consumer(), `${pages.index}?deviceId=${chair.deviceId}`);
  const cashier = await cancelAtWechat(page);
  await expect(page.getByText('请不要重复支付')).toHaveCount(0);
  await expect(page.getByText('未扣款')).toHaveCount(0);
  await expect(page.getByRole('main').getByText(/支付 ¥|重新支付|去支付/)).toHaveCount(1);
  for (const name of ['换一种支付方式', '放弃订单']) await expect(button(page, name)).toBeVisible();
  await pay(page).click();
  await expect(page).toHaveURL(cashier);
  expect(await attemptsAt(app, chair.deviceId)).toEqual(['wechat open']);
  await button(page, '确认支付').click();
  await expect(page.getByRole('timer')).toBeVisible();
  expect(await attemptsAt(app, chair.deviceId)).toEqual(['wechat paid']);
});

test('another way to pay opens once WeChat has closed the first payment, and is remembered even after a cancellation', async ({
  app,
  chairAt,
  openAs,
}) => {
  const chair = await chairAt(await app.world.outlet());
  const page = await openAs(await app.world.consumer(), `${pages.index}?deviceId=${chair.deviceId}`);
  const chosen = (name: string) => page.getByRole('radio', { name });
  await page.locator('label', { hasText: '30' }).click();
  await page.getByRole('button', { name: '支付 ¥20.00', exact: true }).click();
  await button(page, '放弃支付').click();
  await expect(page.locator('strong', { hasText: '尚未支付' })).toBeVisible();
  await chooseAlipay(page);
  await expect(button(page, '确认支付')).toBeVisible();
  expect(await attemptsAt(app, chair.deviceId)).toEqual(['wechat dead', 'alipay open']);
  // Alipay leads back to the page of the chair, where Pay goes on with the same payment.
  const cashier = new URL(page.url());
  await button(page, '放弃支付').click();
  await expect(page).toHaveURL((url) => url.pathname === pages.index);
  await expect(chosen('支付宝')).toBeChecked();
  await expect(page.getByRole('main').getByText(/支付 ¥|去支付/)).toHaveCount(1);
  await page.getByRole('button', { name: '支付 ¥20.00', exact: true }).click();
  await expect(button(page, '确认支付')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(cashier.pathname);
  expect(await attemptsAt(app, chair.deviceId)).toEqual(['wechat dead', 'alipay open']);
  await button(page, '放弃支付').click();
  // Also where the page is opened anew, and after the order was given up.
  await page.goto(`${pages.index}?deviceId=${chair.deviceId}`);
  await expect(chosen('支付宝')).toBeChecked();
  await expect(page.getByRole('button', { name: '支付 ¥20.00', exact: true })).toBeVisible();
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM orders WHERE device_id = $1', [chair.deviceId]);
  expect(rows).toHaveLength(1);
  await page.goto(`${pages.countdown}?orderId=${rows[0]?.id}`);
  await button(page, '换一种支付方式').click();
  await expect(button(page, '使用微信支付')).toBeVisible();
  await expect(button(page, '用支付宝支付')).toHaveCount(0);
  await button(page, '关闭').click();
  await button(page, '放弃订单').click();
  await page.getByRole('dialog').getByRole('button', { name: '放弃订单' }).click();
  await page.getByRole('link', { name: '再来一次' }).click();
  await expect(chosen('支付宝')).toBeChecked();
});

test('choosing another way to pay starts the chair if the first turns out to be paid, and opens no second payment', async ({
  app,
  providers,
  chairAt,
  openAs,
}) => {
  const chair = await chairAt(await app.world.outlet());
  const page = await openAs(await app.world.consumer(), `${pages.index}?deviceId=${chair.deviceId}`);
  await cancelAtWechat(page);
  const { rows } = await app.pool.query<{ number: string }>(
    'SELECT a.number FROM payment_attempts a JOIN orders o ON o.id = a.order_id WHERE o.device_id = $1',
    [chair.deviceId],
  );
  providers.faults.planNotice('wechat', 'never');
  await providers.wechat.pay(rows[0]?.number ?? '', {});
  await chooseAlipay(page);
  await expect(page.getByRole('timer')).toBeVisible();
  expect(chair.state).toBe('running');
  expect(await attemptsAt(app, chair.deviceId)).toEqual(['wechat paid']);
});
