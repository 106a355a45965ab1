import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { errors } from '@recline/contract/errors';
import { pages } from '@recline/contract/pages';
import type { FaultName } from '@recline/simulator/faults';
import { makeCashCoupon, makeCoupon } from '../server/src/testing/coupons.ts';
import type { App } from './app.ts';
import { type ChairAt, expect, test } from './chairs.ts';

const chairPage = (deviceId: string) => `${pages.index}?deviceId=${deviceId}`;
const countdown = new RegExp(`${pages.countdown}\\?orderId=\\d+`);
const timer = (page: Page) => page.getByRole('timer');
const orderIdOf = (page: Page) => new URL(page.url()).searchParams.get('orderId') ?? '';

/** The ledger entries of an order, oldest first. */
async function ledgerOf({ pool }: App, orderId: string): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string }>('SELECT kind FROM ledger WHERE order_id = $1 ORDER BY id', [
    orderId,
  ]);
  return rows.map((row) => row.kind);
}

async function ordersOf({ client }: App, { token }: { token: string }) {
  return (await client.orders.mine({}, { token })).data.rows;
}

async function payOnline(page: Page, decision: '确认支付' | '拒绝支付', notice?: '送达两次' | '延迟送达') {
  await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).click();
  if (notice) await page.getByLabel(notice).check();
  await page.getByRole('button', { name: decision }).click();
}

const couponField = (page: Page) => page.getByLabel('券号', { exact: true });

/** A coupon of either kind: the server tells them apart by the number. */
async function useCoupon(page: Page, no: string) {
  await page.getByRole('button', { name: /优惠券 \/ 现金券/ }).click();
  await couponField(page).fill(no);
  await page.getByRole('button', { name: '使用', exact: true }).click();
}

test.describe('paying online', () => {
  test('leads through the payment page to a running chair', async ({ app, chairAt, openAs }) => {
    const chair = await chairAt(await app.world.outlet());
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    await payOnline(page, '确认支付');
    await expect(page).toHaveURL(countdown);
    await expect(timer(page)).toHaveText(/^(20:00|19:5\d)$/);
    expect(chair.state).toBe('running');
    expect(await ledgerOf(app, orderIdOf(page))).toEqual(['paid']);
  });

  test('starts the chair once where the payment notice arrives twice', async ({ app, chairAt, openAs }) => {
    const chair = await chairAt(await app.world.outlet());
    const guest = await app.world.consumer();
    const page = await openAs(guest, chairPage(chair.deviceId));
    await payOnline(page, '确认支付', '送达两次');
    await expect(timer(page)).toBeVisible();
    expect((await ordersOf(app, guest)).map((order) => order.status)).toEqual(['running']);
    expect(await ledgerOf(app, orderIdOf(page))).toEqual(['paid']);
  });

  test('does not need the payment notice, which may be late: the provider is asked', async ({
    app,
    chairAt,
    openAs,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    await payOnline(page, '确认支付', '延迟送达');
    await expect(timer(page)).toBeVisible();
  });

  test('stays one order and one payment through Back from the provider, reload and Forward', async ({
    app,
    chairAt,
    openAs,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    const guest = await app.world.consumer();
    const page = await openAs(guest, chairPage(chair.deviceId));
    const pay = page.getByRole('button', { name: '支付 ¥15.00', exact: true });
    const atCashier = page.getByRole('button', { name: '确认支付' });
    await pay.click();
    await expect(atCashier).toBeVisible();
    const cashier = page.url();
    await page.goBack();
    await expect(pay).toBeEnabled();
    await page.goForward();
    await expect(page).toHaveURL(cashier);
    await page.reload();
    await expect(atCashier).toBeVisible();
    await page.goBack();
    await page.reload();
    await pay.click();
    await expect(atCashier).toBeVisible();
    expect(page.url()).toBe(cashier);
    expect(await ordersOf(app, guest)).toHaveLength(1);
    await atCashier.click();
    await expect(timer(page)).toBeVisible();
    expect(await ledgerOf(app, orderIdOf(page))).toEqual(['paid']);
  });

  test('can be continued where Back restores the page as it was left', async ({ app, chairAt, openAs }) => {
    const chair = await chairAt(await app.world.outlet());
    const guest = await app.world.consumer();
    const page = await openAs(guest, chairPage(chair.deviceId));
    const pay = page.locator('button[type=submit]');
    let isAway = true;
    // An answer without content opens no other page: this one stays as it was when it was left.
    await page.route('**/sandbox/cashier/**', (route) => (isAway ? route.fulfill({ status: 204 }) : route.continue()));
    await pay.click();
    await expect(pay).toHaveText('正在前往支付…');
    isAway = false;
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(pay).toContainText('支付 ¥15.00');
    await pay.click();
    await page.getByRole('button', { name: '确认支付' }).click();
    await expect(timer(page)).toBeVisible();
    expect(await ordersOf(app, guest)).toHaveLength(1);
  });

  test('that was declined returns to the price list with a message, and can be retried', async ({
    app,
    chairAt,
    openAs,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    await payOnline(page, '拒绝支付');
    await expect(page.getByRole('alert')).toContainText('支付未完成，未扣款');
    await payOnline(page, '确认支付');
    await expect(timer(page)).toBeVisible();
  });

  test('that was left is the same payment on the chair page, whose only way to pay is its button', async ({
    app,
    chairAt,
    openAs,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    const guest = await app.world.consumer();
    const page = await openAs(guest, chairPage(chair.deviceId));
    await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).click();
    await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible();
    const cashier = page.url();
    await page.getByRole('link', { name: '暂不支付，返回' }).click();
    await expect(page.getByText('尚未支付，可重新支付')).toBeVisible();
    await expect(page.getByRole('main').getByText(/支付 ¥|去支付/)).toHaveCount(1);
    await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).click();
    await expect(page).toHaveURL(cashier);
    await page.getByRole('button', { name: '确认支付' }).click();
    await expect(timer(page)).toBeVisible();
    expect(await ordersOf(app, guest)).toHaveLength(1);
  });

  /** An order that was placed in another browser of the same account and is not paid. */
  async function unpaidOrder(app: App, chairAt: ChairAt) {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    const guest = await app.world.consumer();
    const priceId = outlet.prices[1]?.priceId ?? '';
    const input = { deviceId: chair.deviceId, priceId, payType: 'sandbox', requestId: crypto.randomUUID() };
    const { orderId } = (await app.client.starting.activate(input, guest)).data;
    return { chair, guest, orderId, path: `${pages.countdown}?orderId=${orderId}` };
  }

  test('that was left is resumed in another browser of the same account', async ({ app, chairAt, openAs }) => {
    const { guest, orderId, path } = await unpaidOrder(app, chairAt);
    const page = await openAs(guest, path);
    await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
    await page.getByRole('button', { name: '确认支付' }).tap();
    await expect(timer(page)).toBeVisible();
    expect(orderIdOf(page)).toBe(orderId);
    expect(await ledgerOf(app, orderId)).toEqual(['paid']);
  });

  test('that was left is resumed by a code, and goes on once it was paid elsewhere', async ({
    app,
    chairAt,
    openAs,
    context,
  }) => {
    const { guest, path } = await unpaidOrder(app, chairAt);
    const page = await openAs(guest, path);
    let payUrl = '';
    await page.route('**/data-centre/pay', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: { payUrl: string } };
      payUrl = data.payUrl;
      const pay = { kind: 'qr', text: payUrl, until: new Date(Date.now() + 600_000).toISOString() };
      await route.fulfill({ response, json: { ...rest, data: { ...data, payUrl: undefined, pay } } });
    });
    await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
    await expect(page.getByRole('img', { name: '扫码支付' })).toBeVisible();
    const other = await context.newPage();
    await other.goto(new URL(payUrl, app.url).href);
    await other.getByRole('button', { name: '确认支付' }).click();
    await expect(timer(page)).toBeVisible();
  });

  test('that does not work in this browser leads to the page of the chair', async ({ app, chairAt, openAs }) => {
    const { chair, guest, path } = await unpaidOrder(app, chairAt);
    const page = await openAs(guest, path);
    await page.route('**/data-centre/pay', (route) =>
      route.fulfill({ json: { code: errors.paymentFailed.code, message: '支付失败', data: null } }),
    );
    await page.getByRole('button', { name: '支付 ¥15.00' }).tap();
    await expect(page.getByText('支付失败')).toBeVisible();
    await page.getByRole('link', { name: '重新支付' }).tap();
    await expect(page.getByRole('heading', { name: chair.deviceId })).toBeVisible();
    await expect(page.getByRole('button', { name: '支付 ¥15.00' })).toBeEnabled();
  });
});

test.describe('inside WeChat', () => {
  /** The provider's answer is replaced by one for the bridge, and the bridge by one that gives these answers in turn. */
  async function standInBridge(page: Page, answers: string[]) {
    await page.route('**/pay', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: { orderId: string; status: string } };
      const { orderId, status } = data;
      const pay = { kind: 'wechat', params: { package: 'prepay_id=1' } };
      await route.fulfill({ response, json: { ...rest, data: { orderId, status, pay } } });
    });
    await page.addInitScript(`
      const answers = ${JSON.stringify(answers)};
      window.WeixinJSBridge = {
        invoke: (name, params, done) =>
          done({ err_msg: params.package ? \`get_brand_wcpay_request:\${answers.shift()}\` : 'no parameters' }),
      };
    `);
  }

  test('the wallet’s own sheet pays on the page; one that was closed can be opened again', async ({
    app,
    chairAt,
    openAs,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    const page = await openAs(await app.world.consumer(), pages.myOrders);
    await standInBridge(page, ['cancel', 'ok']);
    await page.goto(chairPage(chair.deviceId));
    const pay = page.getByRole('button', { name: '支付 ¥15.00', exact: true });
    await pay.click();
    await expect(page.getByRole('alert')).toContainText('尚未支付，可重新支付');
    await pay.click();
    await expect(page).toHaveURL(countdown);
  });
});

test.describe('a coupon', () => {
  test('for a free session starts the chair without a payment', async ({ app, chairAt, openAs }) => {
    const chair = await chairAt(await app.world.outlet());
    const no = await makeCoupon(app.pool, 'free');
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    await useCoupon(page, no);
    await page.getByRole('button', { name: '用优惠券启动' }).click();
    await expect(timer(page)).toBeVisible();
    await expect(page.getByText(no)).toBeVisible();
    await expect(page.getByText('¥0.00')).toBeVisible();
  });

  test('shows the net price at once, for every package, and that price is then charged', async ({
    app,
    chairAt,
    openAs,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    const no = await makeCoupon(app.pool, 'amount_off', { off: 400 });
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    await useCoupon(page, no);
    await expect(page.getByRole('button', { name: '支付 ¥11.00', exact: true })).toBeVisible();
    await page.locator('label', { hasText: '30' }).click();
    await page.getByRole('button', { name: '支付 ¥16.00', exact: true }).click();
    await expect(page.getByText('¥16.00')).toBeVisible();
    await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible();
  });

  test('that is refused says why at its field, with a sentence for each reason', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    const used = await makeCoupon(app.pool, 'free');
    const priceId = outlet.prices[0]?.priceId ?? '';
    const start = { deviceId: chair.deviceId, priceId, payType: 'coupon', couponNo: used, requestId: randomUUID() };
    const somebody = await app.world.consumer();
    const { orderId } = (await app.client.starting.activate(start, somebody)).data;
    await app.client.orders.stop({ orderId }, somebody);
    await page.reload();
    await page.getByRole('button', { name: /优惠券 \/ 现金券/ }).click();
    for (const [no, why] of [
      ['NO-SUCH-NUMBER', '没有这个券号，请核对后重新输入'],
      [used, '此券已经使用'],
      [await makeCoupon(app.pool, 'free', { expiresAt: new Date(Date.now() - 1000) }), '此券已过期'],
      [await makeCoupon(app.pool, 'free', { outlet: await app.world.outlet() }), '此券不适用于此网点'],
      [await makeCashCoupon(app.pool, outlet, 1), '此现金券的金额低于所选套餐'],
    ] as const) {
      await couponField(page).fill(no);
      await page.getByRole('button', { name: '使用', exact: true }).click();
      await expect(couponField(page)).toHaveAccessibleDescription(why);
      await expect(couponField(page)).toHaveAttribute('aria-invalid', 'true');
    }
    await page.getByRole('button', { name: '关闭' }).click();
    await expect(page.getByRole('button', { name: '支付 ¥15.00', exact: true })).toBeVisible();
  });

  test('bought for cash starts the chair', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    const no = await makeCashCoupon(app.pool, outlet, 1500);
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    await useCoupon(page, no);
    await page.locator('label', { hasText: '30' }).click();
    await expect(page.getByRole('button', { name: '此券不适用于所选套餐' })).toBeDisabled();
    await page.locator('label', { hasText: '20' }).first().click();
    await page.getByRole('button', { name: '用现金券启动' }).click();
    await expect(timer(page)).toBeVisible();
  });
});

test.describe('a repeated start request is the same order', () => {
  test('after two quick taps', async ({ app, chairAt, openAs }) => {
    const chair = await chairAt(await app.world.outlet());
    const guest = await app.world.consumer();
    const page = await openAs(guest, chairPage(chair.deviceId));
    await page.getByRole('button', { name: '支付 ¥15.00', exact: true }).dblclick({ noWaitAfter: true });
    await expect(page.getByRole('button', { name: '确认支付' })).toBeVisible();
    expect(await ordersOf(app, guest)).toHaveLength(1);
  });

  test('after a lost request', async ({ app, chairAt, openAs }) => {
    const chair = await chairAt(await app.world.outlet());
    const guest = await app.world.consumer();
    const no = await makeCoupon(app.pool, 'free');
    const page = await openAs(guest, chairPage(chair.deviceId));
    let broken = false;
    await page.route('**/pay', (route) => (broken ? route.abort('connectionreset') : route.continue()));
    await useCoupon(page, no);
    broken = true;
    await page.getByRole('button', { name: '用优惠券启动' }).click();
    await expect(page.getByRole('alert')).toContainText('不会重复扣款');
    broken = false;
    await page.getByRole('button', { name: '用优惠券启动' }).click();
    await expect(timer(page)).toBeVisible();
    expect(await ordersOf(app, guest)).toHaveLength(1);
  });

  test('and an answer lost after the chair started leads to its countdown', async ({ app, chairAt, openAs }) => {
    const chair = await chairAt(await app.world.outlet());
    const no = await makeCoupon(app.pool, 'free');
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    await page.route('**/pay', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await useCoupon(page, no);
    await page.getByRole('button', { name: '用优惠券启动' }).click();
    await expect(page).toHaveURL(countdown);
    await expect(timer(page)).toBeVisible();
  });
});

const faultsThatPreventStart: FaultName[] = ['refuses', 'ignores', 'acksOnly', 'startsLate', 'powerCut'];
for (const fault of faultsThatPreventStart) {
  test(`a chair that ${fault}: paid online, the page says so and the payment is refunded`, async ({
    app,
    chairAt,
    openAs,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    chair.faults.add(fault);
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    await payOnline(page, '确认支付');
    await expect(page).toHaveURL(countdown);
    await expect(page.getByText(/¥15\.00 (正在|已)原路退回/)).toBeVisible();
    await expect(page.getByRole('link', { name: '换一台设备' })).toBeVisible();
    await expect.poll(() => ledgerOf(app, orderIdOf(page))).toEqual(['paid', 'refunded']);
  });
}

for (const fault of ['refuses', 'ignores'] as const) {
  test(`a chair that ${fault}: with a coupon, the page says so and the coupon is usable again`, async ({
    app,
    chairAt,
    openAs,
  }) => {
    const chair = await chairAt(await app.world.outlet());
    const no = await makeCoupon(app.pool, 'free');
    chair.faults.add(fault);
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    await useCoupon(page, no);
    await page.getByRole('button', { name: '用优惠券启动' }).click();
    await expect(page.getByRole('alert')).toContainText('未扣除任何费用');
    chair.faults.clear();
    await page.goto(chairPage(chair.deviceId));
    await useCoupon(page, no);
    await page.getByRole('button', { name: '用优惠券启动' }).click();
    await expect(timer(page)).toBeVisible();
  });
}

for (const fault of ['duplicates', 'dropsInTheMiddle', 'wrongClock'] as const) {
  test(`a chair that ${fault} still runs, for the time that was paid`, async ({ app, chairAt, openAs }) => {
    const chair = await chairAt(await app.world.outlet());
    chair.faults.add(fault);
    const page = await openAs(await app.world.consumer(), chairPage(chair.deviceId));
    await payOnline(page, '确认支付');
    await expect(timer(page)).toHaveText(/^(20:00|19:[45]\d)$/);
    expect(await ledgerOf(app, orderIdOf(page))).toEqual(['paid']);
  });
}
