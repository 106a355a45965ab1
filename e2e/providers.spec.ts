import { pages } from '@recline/contract/pages';
import { providerNames } from '@recline/provider-simulator/core/faults';
import { expect, withProviders } from './providers.ts';

/** Paying with each provider: their pages are the simulator's, everything else is ours. */

const test = withProviders({ PAYMENT_PROVIDERS: providerNames.join(',') });

test.describe.configure({ mode: 'default' }); // one server and one simulator for all of them

test('each way to pay has its mark before its name, and the chosen one a radio mark that differs', async ({
  app,
  page,
}) => {
  const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
  await page.goto(`${pages.index}?deviceId=${deviceId}`);
  const ways = page.getByRole('group', { name: '支付方式' }).locator('label');
  await expect(ways).toHaveCount(3);
  await expect(ways.locator('svg')).toHaveCount(3);
  const marks = () =>
    ways.locator('[class*=radio]').evaluateAll((all) => all.map((mark) => getComputedStyle(mark).borderTopWidth));
  for (const index of [2, 1]) {
    await ways.nth(index).click();
    await expect(ways.nth(index).getByRole('radio')).toBeChecked();
    const widths = await marks();
    expect(widths.filter((width) => width === widths[index])).toHaveLength(1);
  }
});

for (const [name, label] of [
  ['wechat', '微信支付'],
  ['alipay', '支付宝'],
  ['stripe', '银行卡（Stripe）'],
] as const) {
  test(`${name}: scan, give up, pay at its page, the chair runs, and a part refund arrives`, async ({
    app,
    providers,
    chairAt,
    openAs,
  }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    const guest = await app.world.consumer();
    const page = await openAs(guest, `${pages.index}?deviceId=${chair.deviceId}`);
    const button = (text: string) => page.getByRole('button', { name: text, exact: true });
    const toCashier = async () => {
      await page.getByText(label, { exact: true }).click();
      await button('支付 ¥15.00').click();
      await expect(button('确认支付')).toBeVisible();
      await expect(page.getByText(/^(¥|CNY )15\.00$/)).toBeVisible();
    };
    await toCashier();
    if (name !== 'wechat') {
      await button('放弃支付').click();
      await expect(page).toHaveURL((url) => url.pathname === pages.index);
      await toCashier();
    }
    expect((await button('确认支付').boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await button('确认支付').click();
    await expect(page.getByRole('timer')).toBeVisible();
    expect(chair.state).toBe('running');

    const [order] = (await app.client.orders.mine({}, guest)).data.rows;
    const orderId = order?.orderId ?? '';
    const manager = await app.world.manager([outlet]);
    await app.client.orders.refund({ orderId, amount: 500, reason: 'sorry' }, manager);
    const books = () => providers.books().filter((book) => book.provider === name);
    await expect.poll(() => books().map(({ paid, refunded }) => [paid, refunded])).toEqual([[1500, 500]]);
    await app.client.orders.stop({ orderId }, guest);
    await expect(page.getByText('¥5.00 已原路退回')).toBeVisible();
  });
}
