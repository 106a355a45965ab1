import { pages, pageUrl } from '@recline/contract/pages';
import { refundBefore } from '../server/src/testing/money.ts';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';

/** Where money is that goes back. */
const states = ['pending', 'done', 'failed'] as const;

type State = (typeof states)[number];

/** An order of 15.00 in each of these states. */
async function partlyRefunded({ world, pool }: App) {
  const outlet = await world.outlet();
  const { deviceId } = await world.device(outlet);
  const guest = await world.consumer();
  const orders: { state: State; orderId: string }[] = [];
  for (const state of states) {
    const { id, orderId } = await world.order(deviceId, { placedBy: guest, amount: 1500 });
    await refundBefore(pool, id, { amount: 400, state });
    orders.push({ state, orderId });
  }
  return { outlet, guest, orders };
}

const texts = [
  {
    language: 'zh_CN',
    guest: {
      pending: '¥4.00 正在原路退回（模拟支付）',
      done: '¥4.00 已原路退回（模拟支付，',
      failed: '¥4.00 暂未退款成功，请致电 400-820-1234',
    },
    manager: {
      pending: '¥4.00 正在原路退回（模拟支付）',
      done: '¥4.00 已原路退回（模拟支付，',
      failed: '¥4.00 暂未退款成功，请联系运营方（400-820-1234）',
    },
  },
  {
    language: 'en_US',
    guest: {
      pending: '¥4.00 is on its way back to your original payment method (Test payment)',
      done: '¥4.00 was refunded to your original payment method (Test payment, ',
      failed: '¥4.00 could not be refunded yet. Please call 400-820-1234.',
    },
    manager: {
      pending: '¥4.00 is on its way back to the original payment method (Test payment)',
      done: '¥4.00 was refunded to the original payment method (Test payment, ',
      failed: '¥4.00 could not be refunded yet. Please contact your operator (400-820-1234).',
    },
  },
  {
    language: 'id_ID',
    guest: {
      pending: '¥4,00 sedang dikembalikan lewat cara bayar yang sama (Pembayaran uji coba)',
      done: '¥4,00 sudah dikembalikan lewat cara bayar yang sama (Pembayaran uji coba, ',
      failed: '¥4,00 belum berhasil dikembalikan. Silakan hubungi 400-820-1234.',
    },
    manager: {
      pending: '¥4,00 sedang dikembalikan lewat cara bayar yang sama (Pembayaran uji coba)',
      done: '¥4,00 sudah dikembalikan lewat cara bayar yang sama (Pembayaran uji coba, ',
      failed: '¥4,00 belum berhasil dikembalikan. Silakan hubungi operator (400-820-1234).',
    },
  },
] as const;

for (const { language, guest: toGuest, manager: toManager } of texts) {
  test.describe(`in ${language}, a refund in part that is on its way, back or stuck is told`, () => {
    test.beforeEach(({ page }) => page.addInitScript((value) => localStorage.setItem('locale', value), language));

    test("on the guest's order and in the guest's list", async ({ app, openAs }) => {
      const { guest, orders } = await partlyRefunded(app);
      const page = await openAs(guest, pages.myOrders);
      for (const { state } of orders) await expect(page.getByText(toGuest[state])).toBeVisible();
      for (const { state, orderId } of orders) {
        await page.goto(pageUrl(pages.countdown, { orderId }));
        await expect(page.getByText(toGuest[state])).toBeVisible();
      }
    });

    test("in the manager's list", async ({ app, openAs }) => {
      const { outlet, orders } = await partlyRefunded(app);
      const page = await openAs(await app.world.manager([outlet]), pages.orders);
      for (const { state, orderId } of orders) {
        await page.goto(pageUrl(pages.orders, { orderId }));
        await expect(page.getByRole('dialog').getByText(toManager[state])).toBeVisible();
      }
    });
  });
}

for (const [state, says] of [
  ['pending', '退款中'],
  ['failed', '退款失败'],
  ['done', '已退款'],
] as const) {
  test(`an order is called refunded only once its money is back: ${state}`, async ({ app, openAs }) => {
    const { deviceId } = await app.world.device(await app.world.outlet());
    const guest = await app.world.consumer();
    const { id, orderId } = await app.world.order(deviceId, { status: 'refunded', placedBy: guest, amount: 1500 });
    await refundBefore(app.pool, id, { state });
    const page = await openAs(guest, pageUrl(pages.countdown, { orderId }));
    await expect(page.getByRole('heading', { level: 1, name: says })).toBeVisible();
    const refunded = page.getByRole('main').getByText('已退款');
    if (state === 'done') await expect(refunded.first()).toBeVisible();
    else await expect(refunded).toHaveCount(0);
    await page.goto(pages.myOrders);
    await expect(page.getByText(says, { exact: true })).toBeVisible();
  });
}
