import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { makeCoupon } from '../server/src/testing/coupons.ts';
import { refundAll } from '../server/src/testing/money.ts';
import type { App } from './app.ts';
import { expect, test } from './chairs.ts';

const pathOf = (orderId: string) => `${pages.countdown}?orderId=${orderId}`;
const timer = (page: Page) => page.getByRole('timer');

/** The remaining seconds that the page shows. */
async function secondsShown(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = ((await timer(page).textContent()) ?? '').split(':').map(Number);
  return minutes * 60 + seconds;
}

/** Keeps every time that the page shows. */
const recordTimes = `
  times = [];
  new MutationObserver(() => times.push(document.querySelector('[role=timer]')?.textContent))
    .observe(document.body, { subtree: true, childList: true, characterData: true });
`;

/** The facts that every state of an order shows. */
async function expectFacts(page: Page, deviceId: string): Promise<void> {
  const facts = page.getByRole('region', { name: '订单信息' });
  await expect(facts).toContainText('总时长10 分钟');
  await expect(facts).toContainText(deviceId);
  await expect(facts).toContainText('¥15.00');
}

/** A running order without a simulated chair. */
async function runningOrder({ world, pool }: App, secondsAgo: number) {
  const outlet = await world.outlet({ name: '万象城 L3' });
  const { deviceId } = await world.device(outlet, { online: true });
  const guest = await world.consumer();
  const order = await world.order(deviceId, {
    status: 'running',
    placedBy: guest,
    amount: 1500,
    at: new Date(Date.now() - secondsAgo * 1000),
  });
  await pool.query(`UPDATE devices SET last_seen_at = now() + interval '1 day' WHERE id = $1`, [deviceId]);
  return { outlet, guest, deviceId, ...order };
}

test('shows the remaining time and the order', async ({ app, openAs }) => {
  const { guest, orderId, deviceId, outlet } = await runningOrder(app, 125);
  const page = await openAs(guest, pathOf(orderId));
  await expect(timer(page)).toHaveText(/^07:5\d$/);
  await expect(page).toHaveTitle(`倒计时 · ${deviceId}`);
  await expect(page.getByText('总时长 10 分钟')).toBeVisible();
  await expect(page.getByText(deviceId)).toBeVisible();
  const place = page.getByRole('link', { name: '万象城 L3' });
  await expect(place).toHaveAttribute('href', `${pages.openLocation}?outletId=${outlet.outletId}`);
  const before = await secondsShown(page);
  await expect.poll(() => secondsShown(page)).toBeLessThan(before);
});

test('shows the same time on a phone whose clock is an hour fast or slow', async ({ app, openAs }) => {
  const { guest, orderId } = await runningOrder(app, 125);
  const page = await openAs(guest, pages.quickStart);
  for (const wrong of [3_600_000, -3_600_000]) {
    await page.addInitScript((shift) => {
      const right = Date.now.bind(Date);
      Date.now = () => right() + shift;
    }, wrong);
    await page.goto(pathOf(orderId));
    await expect(timer(page)).toHaveText(/^07:[45]\d$/);
  }
});

test('continues without a network, and says so', async ({ app, openAs }) => {
  const { guest, orderId } = await runningOrder(app, 60);
  const page = await openAs(guest, pathOf(orderId));
  await expect(timer(page)).toBeVisible();
  await page.context().setOffline(true);
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await expect(page.getByText('网络已断开，计时不受影响')).toBeVisible();
  const before = await secondsShown(page);
  await expect.poll(() => secondsShown(page)).toBeLessThan(before);
  await page.context().setOffline(false);
  await expect(page.getByText('网络已断开，计时不受影响')).toBeHidden();
});

test('says that the server does not answer, not that the phone is offline', async ({ app, openAs }) => {
  const { guest, orderId } = await runningOrder(app, 60);
  const page = await openAs(guest, pathOf(orderId));
  await expect(timer(page)).toBeVisible();
  await page.route('**/data-centre/**', (route) => route.abort());
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await expect(page.getByText('服务器没有回应，计时不受影响')).toBeVisible();
  await expect(page.getByText('网络已断开')).toBeHidden();
});

test('is correct after the phone slept, and after a reload', async ({ app, openAs }) => {
  const { guest, orderId, id } = await runningOrder(app, 60);
  const page = await openAs(guest, pathOf(orderId));
  await expect(timer(page)).toHaveText(/^0[89]:/);
  // The network is back only later: the time must be right from the phone's clock alone.
  await page.context().setOffline(true);
  await page.evaluate(() => {
    const right = Date.now.bind(Date);
    Date.now = () => right() + 300_000;
  });
  await expect(timer(page)).toHaveText(/^0[34]:/);
  await app.pool.query(
    `UPDATE orders SET started_at = started_at - interval '6 min', ends_at = ends_at - interval '6 min' WHERE id = $1`,
    [id],
  );
  await page.context().setOffline(false);
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await expect(timer(page)).toHaveText(/^02:/);
  await page.reload();
  await expect(timer(page)).toHaveText(/^02:/);
});

test('announces the last minute and the end, shows 00:00 and vibrates gently', async ({ app, openAs, page }) => {
  await page.addInitScript('vibrations = []; navigator.vibrate = (pattern) => vibrations.push(pattern);');
  const { guest, orderId } = await runningOrder(app, 595);
  await openAs(guest, pathOf(orderId));
  const announced = page.getByRole('main').getByRole('status').first();
  await expect(announced).toHaveText('剩余时间不足一分钟');
  await page.evaluate(recordTimes);
  await expect(announced).toHaveText('按摩结束');
  expect(await page.evaluate<string[]>('times')).toContain('00:00');
  expect(await page.evaluate('vibrations')).toHaveLength(1);
  await expect(timer(page)).toBeHidden();
  await expect(page.getByRole('link', { name: '再来一次' })).toBeVisible();
  await expect(page.getByRole('link', { name: '提交反馈' })).toHaveAttribute(
    'href',
    `${pages.feedback}?orderId=${orderId}`,
  );
});

test('keeps the screen on while it runs and is visible', async ({ app, openAs, page }) => {
  await page.addInitScript(`
    locks = 0;
    Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {
      locks += 1;
      return { released: false, async release() { if (!this.released) locks -= 1; this.released = true; } };
    } } });
  `);
  const { guest, orderId } = await runningOrder(app, 125);
  await openAs(guest, pathOf(orderId));
  const locks = () => page.evaluate<number>('locks');
  await expect.poll(locks).toBe(1);
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await show('hidden');
  await expect.poll(locks).toBe(0);
  await show('visible');
  await expect.poll(locks).toBe(1);
  await app.client.orders.stop({ orderId }, { token: guest.token });
  await expect(page.getByRole('link', { name: '再来一次' })).toBeVisible();
  expect(await locks()).toBe(0);
});

test('an order that was stopped does not end like one that ran its time', async ({ app, openAs }) => {
  const { guest, orderId, id, deviceId } = await runningOrder(app, 287);
  const page = await openAs(guest, pathOf(orderId));
  await expect(timer(page)).toBeVisible();
  await page.getByRole('button', { name: '提前结束' }).click();
  await expect(page.getByRole('dialog')).toContainText('剩余时间不予退款');
  await app.pool.query(
    "UPDATE orders SET status = 'finished', end_reason = 'stopped', ended_at = started_at + interval '287 s' WHERE id = $1",
    [id],
  );
  await page.getByRole('dialog').getByRole('button', { name: '提前结束' }).click();
  await expect(page.locator('strong', { hasText: '已提前结束' })).toBeVisible();
  await expect(page.getByText('共使用 4 分 47 秒')).toBeVisible();
  await expect(page.getByText('剩余时间不予退款')).toBeVisible();
  await expect(page.getByText('按摩结束')).toHaveCount(0);
  await expectFacts(page, deviceId);
});

test('shows the total duration and the order while the chair is starting', async ({ app, openAs }) => {
  const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
  const guest = await app.world.consumer();
  const { orderId } = await app.world.order(deviceId, { status: 'starting', placedBy: guest, amount: 1500 });
  const page = await openAs(guest, pathOf(orderId));
  await expect(page.locator('strong', { hasText: '正在启动' })).toBeVisible();
  await expect(page.getByText('总时长 10 分钟')).toBeVisible();
  await expectFacts(page, deviceId);
});

test('offers feedback to the guest, and not to a manager who looks at the order', async ({ app, openAs, browser }) => {
  const { guest, orderId, outlet } = await runningOrder(app, 60);
  const page = await openAs(guest, pathOf(orderId));
  await expect(page.getByRole('link', { name: '提交反馈' })).toBeVisible();
  const manager = await app.world.manager([outlet]);
  const other = await browser.newPage({ baseURL: app.url });
  await other.addInitScript((token) => localStorage.setItem('Access-Token', token), manager.token);
  await other.goto(pathOf(orderId));
  await expect(other.getByRole('button', { name: '提前结束' })).toBeVisible();
  await expect(other.getByRole('link', { name: '提交反馈' })).toHaveCount(0);
  await other.close();
});

test('an address without an order says so, instead of naming a missing field', async ({ app, openAs }) => {
  const page = await openAs(await app.world.consumer(), pages.countdown);
  await expect(page.getByRole('heading', { name: '没有找到此订单' })).toBeVisible();
  await expect(page.getByText('orderId')).toHaveCount(0);
});

test('is not visible to another account', async ({ app, openAs }) => {
  const { orderId } = await runningOrder(app, 60);
  const page = await openAs(await app.world.consumer(), pathOf(orderId));
  await expect(page.getByText('没有找到此订单')).toBeVisible();
});

test('leads a manager home where the order is unknown, not to the orders of a guest', async ({ app, openAs }) => {
  const page = await openAs(await app.world.manager([await app.world.outlet()]), pathOf('999999999'));
  await expect(page.getByText('没有找到此订单')).toBeVisible();
  await expect(page.getByRole('link', { name: '我的订单' })).toHaveCount(0);
  await page.getByRole('link', { name: '返回首页' }).click();
  await expect(page).toHaveURL(pages.home);
});

test.describe('with a chair', () => {
  async function start(app: App, deviceId: string, priceId: string, token: string) {
    const input = { deviceId, priceId, payType: 'cash' as const, requestId: crypto.randomUUID() };
    return (await app.client.starting.activate(input, { token })).data.orderId;
  }

  test('stopping early asks for confirmation, then stops the chair', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    const manager = await app.world.manager([outlet]);
    const orderId = await start(app, chair.deviceId, outlet.prices[0]?.priceId ?? '', manager.token);
    const page = await openAs(manager, pathOf(orderId));
    await page.getByRole('button', { name: '提前结束' }).click();
    // Enter must not stop the chair.
    await expect(page.getByRole('dialog').getByRole('heading')).toBeFocused();
    await page.getByRole('button', { name: '继续按摩' }).click();
    await expect(page.getByRole('button', { name: '提前结束' })).toBeFocused();
    expect(chair.state).toBe('running');
    await page.getByRole('button', { name: '提前结束' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '提前结束' }).click();
    await expect(page.getByText(/共使用 \d+ 秒/)).toBeVisible();
    // The focused button has disappeared.
    await expect(page.getByRole('heading', { level: 1, name: '已提前结束' })).toBeFocused();
    await expect.poll(() => chair.state).toBe('idle');
    await page.getByRole('link', { name: '再来一次' }).click();
    await expect(page).toHaveURL(`${pages.quickStart}?deviceId=${chair.deviceId}`);
    await expect(page.getByText('选择时长')).toBeVisible();
  });

  test('a chair that breaks down ends the order on the open page', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet);
    const guest = await app.world.consumer();
    const couponNo = await makeCoupon(app.pool, 'free');
    const order = { deviceId: chair.deviceId, priceId: outlet.prices[0]?.priceId ?? '', payType: 'coupon' as const };
    const { data } = await app.client.starting.activate(
      { ...order, couponNo, requestId: crypto.randomUUID() },
      { token: guest.token },
    );
    const page = await openAs(guest, pathOf(data.orderId));
    await expect(timer(page)).toBeVisible();
    chair.breakDown('E07');
    await expect(page.getByRole('alert')).toContainText('设备出现故障');
    await expect(page.locator('strong', { hasText: '因故障停止' })).toBeVisible();
    await page.getByRole('link', { name: '换一台设备' }).click();
    await expect(page).toHaveURL(pages.index);
  });

  test('an order finishes by itself', async ({ app, chairAt, openAs }) => {
    const outlet = await app.world.outlet();
    const chair = await chairAt(outlet, { secondsPerMinute: 0.3 });
    const manager = await app.world.manager([outlet]);
    const orderId = await start(app, chair.deviceId, outlet.prices[0]?.priceId ?? '', manager.token);
    const page = await openAs(manager, pathOf(orderId));
    await expect(page.getByText('按摩结束').last()).toBeVisible();
  });
});

for (const [status, says, offers] of [
  ['pending', /请在 .+ 前完成支付/, '支付 ¥15.00'],
  ['finished', '希望您感觉轻松多了', '再来一次'],
  ['failed', '已支付的款项会原路退回', '换一台设备'],
  ['refunded', '¥15.00 已原路退回', '再来一次'],
  ['cancelled', '未产生费用', '再来一次'],
] as const) {
  test(`an order that is ${status} explains the status and offers the next step`, async ({ app, openAs }) => {
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
    const guest = await app.world.consumer();
    const { id, orderId } = await app.world.order(deviceId, { status, placedBy: guest, amount: 1500 });
    if (status === 'refunded') await refundAll(app.pool, id);
    const page = await openAs(guest, pathOf(orderId));
    await expect(page.getByText(says)).toBeVisible();
    await expectFacts(page, deviceId);
    await expect(page.getByRole(status === 'pending' ? 'button' : 'link', { name: offers })).toBeVisible();
  });
}

for (const status of ['pending', 'finished'] as const) {
  test(`with text at 200 %, the text in the ring of an order that is ${status} stays inside it`, async ({
    app,
    openAs,
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('locale', 'id_ID'));
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
    const guest = await app.world.consumer();
    const { orderId } = await app.world.order(deviceId, { status, placedBy: guest });
    await openAs(guest, pathOf(orderId));
    const said = page.getByText('Durasi total 10 menit');
    await expect(said).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const [text, ring] = [said.locator('..'), said.locator('../..')];
    expect((await text.boundingBox())?.height).toBeLessThan((await ring.boundingBox())?.height ?? 0);
  });
}

test('an order that awaits payment can be cancelled', async ({ app, openAs }) => {
  const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
  const guest = await app.world.consumer();
  const { orderId } = await app.world.order(deviceId, { status: 'pending', placedBy: guest });
  const page = await openAs(guest, pathOf(orderId));
  await page.getByRole('button', { name: '放弃订单' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '放弃订单' }).click();
  await expect(page.getByText('未产生费用')).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the countdown opens and continues without a network', async ({ app, openAs }) => {
    const { guest, orderId } = await runningOrder(app, 60);
    const page = await openAs(guest, pathOf(orderId));
    await expect(timer(page)).toBeVisible();
    await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
    await expect.poll(() => page.evaluate('localStorage.getItem("figures")')).toContain(orderId);
    await page.context().setOffline(true);
    await page.reload();
    await expect(timer(page)).toHaveText(/^08:/);
    await expect(page.getByText('网络已断开，计时不受影响')).toBeVisible();
    const before = await secondsShown(page);
    await expect.poll(() => secondsShown(page)).toBeLessThan(before);
  });
});

test.describe('ending early, when it fails', () => {
  const stopCall = '**/data-centre/stop';
  const orderCall = '**/data-centre/get-order?*';

  /** Opens the question on a running order. */
  async function openQuestion(app: App, openAs: (who: { token: string }, path: string) => Promise<Page>) {
    const { guest, orderId, id } = await runningOrder(app, 60);
    const page = await openAs(guest, pathOf(orderId));
    await page.getByRole('button', { name: '提前结束' }).click();
    const question = page.getByRole('dialog');
    return { page, id, question, end: question.getByRole('button', { name: '提前结束' }) };
  }
  const busy = { status: 503, json: { code: 503, message: '服务器繁忙', data: null } };

  test('says that the chair was not stopped, and can be tried again', async ({ app, openAs }) => {
    const { page, question, end } = await openQuestion(app, openAs);
    await page.route(stopCall, (route) => route.fulfill(busy));
    await end.click();
    await expect(question.getByRole('alert')).toHaveText('设备没有停止，请再试一次');
    await page.unroute(stopCall);
    await end.click();
    await expect(page.locator('strong', { hasText: '正在停止…' })).toBeVisible();
  });

  test('without a network says that the outcome is unknown, and stays open', async ({ app, openAs }) => {
    const { page, question, end } = await openQuestion(app, openAs);
    await page.context().setOffline(true);
    await end.click();
    await expect(question.getByRole('alert')).toHaveText('网络连接失败，无法确认设备是否已停止');
    await expect(question).toBeVisible();
    await page.context().setOffline(false);
  });

  test('shows that it ended where only the answer was lost', async ({ app, openAs }) => {
    const { page, question, end } = await openQuestion(app, openAs);
    await page.route(stopCall, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await end.click();
    await expect(page.locator('strong', { hasText: '正在停止…' })).toBeVisible();
    await expect(question).toBeHidden();
  });

  for (const [stop, title, text] of [
    ['asked', '正在停止…', '设备还没有回应'],
    ['unanswered', '停止未确认', '无法确认是否已停止'],
  ] as const) {
    test(`a stop that is ${stop} is not shown as done`, async ({ app, openAs, page }) => {
      // The order that the server pushes has no such field.
      await page.route('**/api/web/api/v1/events**', (route) => route.abort());
      const { end } = await openQuestion(app, openAs);
      for (const call of [stopCall, orderCall]) {
        await page.route(call, async (route) => {
          const answer = (await (await route.fetch()).json()) as { data: object };
          await route.fulfill({ json: { ...answer, data: { ...answer.data, stop } } });
        });
      }
      await end.click();
      await expect(page.locator('strong', { hasText: title })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
    });
  }
});
