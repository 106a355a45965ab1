import type { Page } from '@playwright/test';
import { maskMobile } from '@recline/contract/mobile';
import { pages } from '@recline/contract/pages';
import type { App } from './app.ts';
import { expect, test } from './chairs.ts';

// The questions of a manager's morning. The tests count the taps themselves.

const day = 24 * 3600_000;
/** That hour of the day, this many days ago, in the time zone of the emulated phone. */
const at = (daysAgo: number, hour: number) => {
  const midnight = Math.floor((Date.now() + 8 * 3600_000) / day) * day - 8 * 3600_000;
  return new Date(midnight - daysAgo * day + hour * 3600_000);
};

/** Counts the taps of a person on the page. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? 0) + 1)),
      true,
    );
  });
  return async () => Number(await page.evaluate(() => sessionStorage.getItem('taps') ?? '0'));
}

/** Two outlets with a month of history: the first larger in total, the second better per chair. */
async function twoOutlets({ world }: App) {
  const mall = await world.outlet({ name: '商场店' });
  const kiosk = await world.outlet({ name: '小站' });
  const chairs = [];
  for (let index = 0; index < 3; index += 1) chairs.push((await world.device(mall, { online: true })).deviceId);
  const single = (await world.device(kiosk, { online: true })).deviceId;
  const [first = ''] = chairs;
  for (const [days, hour, amount] of [
    [40, 10, 100],
    [8, 10, 5000],
    [2, 10, 8000],
    [1, 10, 4000],
    [1, 15, 2000],
  ] as const) {
    await world.order(first, { at: at(days, hour), amount });
  }
  await world.order(single, { at: at(40, 9), amount: 100 });
  await world.order(single, { at: at(2, 9), amount: 2500 });
  await world.order(single, { at: at(1, 9), amount: 5000, type: 'coin' });
  return { mall, kiosk, chairs, single, manager: await world.manager([mall, kiosk]) };
}

const yesterday = (page: Page) => page.locator('div', { has: page.locator('dl', { hasText: '昨日' }) }).last();

test('how did yesterday go: one switch compares it, remembered for the next visit', async ({ app, page, openAs }) => {
  const { manager } = await twoOutlets(app);
  const taps = await countTaps(page);
  await openAs(manager, pages.home);
  await expect(yesterday(page)).toContainText('¥110.00');
  await expect(yesterday(page)).toContainText('▲ +4.8% 较前一日');
  expect(await taps()).toBe(0);
  await page.getByLabel('比较对象').selectOption('较上周同日');
  await expect(yesterday(page)).toContainText('▲ +120% 较上周同日');
  await page.reload();
  await expect(yesterday(page)).toContainText('较上周同日');
  await page.getByRole('link', { name: '数据详情' }).tap();
  await page.getByRole('group', { name: '选择时间' }).getByText('昨日').tap();
  await expect(page.getByRole('main')).toContainText('▲ +120%');
  expect(await taps()).toBe(2);
});

test('a tiny or partial baseline shows no percentage', async ({ app, openAs }) => {
  const { world } = app;
  const outlet = await world.outlet();
  const chair = (await world.device(outlet)).deviceId;
  await world.order(chair, { at: at(40, 10), amount: 1 });
  await world.order(chair, { at: at(2, 10), amount: 1 });
  await world.order(chair, { at: at(1, 10), amount: 900_000 });
  const page = await openAs(await world.manager([outlet]), pages.home);
  await expect(yesterday(page)).toContainText('暂无可比数据');
  await expect(page.getByRole('main')).not.toContainText('%');
});

test('yesterday by the hour: two taps', async ({ app, page, openAs }) => {
  const { manager } = await twoOutlets(app);
  const taps = await countTaps(page);
  await openAs(manager, pages.home);
  await page.getByRole('link', { name: '数据详情' }).tap();
  await page.getByRole('group', { name: '选择时间' }).getByText('昨日').tap();
  const chart = page.locator('section', { has: page.getByRole('heading', { name: '每小时收入' }) });
  await expect(chart.getByRole('row')).toHaveCount(25);
  await expect(chart.getByRole('row').nth(11)).toContainText('¥40.00');
  expect(await taps()).toBe(2);
});

test('the week so far: one tap; today is a dot, last week is behind, orders are a curve or bars', async ({
  app,
  page,
  openAs,
}) => {
  const { manager } = await twoOutlets(app);
  const taps = await countTaps(page);
  await openAs(manager, pages.home);
  await page.getByRole('link', { name: '数据图表' }).tap();
  const card = (title: string) => page.locator('section', { has: page.getByRole('heading', { name: title }) });
  await expect(card('近七日收入').locator('[class*=soFar] circle').first()).toBeVisible();
  await expect(card('近七日收入').locator('[class*=behind] path').first()).toBeAttached();
  await expect(card('近七日收入')).toContainText('上周 ¥50.00');
  expect(await taps()).toBe(1);
  await expect(card('近七日订单').locator('rect[class*=Bar]')).toHaveCount(0);
  const bars = card('近七日订单').getByRole('button', { name: '柱状: 近七日订单' });
  await bars.tap();
  await expect(card('近七日订单').locator('rect[class*=Bar]').first()).toBeAttached();
  await page.reload();
  await expect(bars).toHaveAttribute('aria-pressed', 'true');
});

test('which outlet is weak: the ranking by total or per chair with its trend, one tap to its details', async ({
  app,
  page,
  openAs,
}) => {
  const { manager } = await twoOutlets(app);
  const taps = await countTaps(page);
  await openAs(manager, `${pages.details}?period=yesterday`);
  const rows = page.locator('section', { hasText: '网点排行' }).last().getByRole('listitem');
  await expect(rows).toContainText(['商场店', '小站']);
  await expect(rows.first()).toContainText('▼ -25%');
  await expect(rows.last()).toContainText('▲ +100%');
  await page.getByRole('group', { name: '排行依据' }).getByText('单台均收').tap();
  await expect(rows).toContainText(['小站', '商场店']);
  await rows.last().getByRole('link').tap();
  await expect(page).toHaveURL(/outletId=/);
  await expect(page.locator('dl', { hasText: '当前收益' }).locator('dd')).toHaveText('¥60.00');
  expect(await taps()).toBe(2);
});

test('what is broken, since when, and at what cost: one tap', async ({ app, page, openAs }) => {
  const { manager, chairs } = await twoOutlets(app);
  const [first = ''] = chairs;
  await app.pool.query(
    `UPDATE devices SET registered_at = now() - interval '60 days', fault_code = 'E01' WHERE id = $1`,
    [first],
  );
  await app.pool.query('UPDATE devices SET fault_since = $2 WHERE id = $1', [first, at(1, 20)]);
  const taps = await countTaps(page);
  await openAs(manager, pages.home);
  await page.getByRole('link', { name: '异常设备' }).tap();
  const row = page.getByRole('button', { name: first });
  await expect(row).toContainText('故障：机芯电机卡住');
  await expect(row).toContainText(/自 .+ 20:00 起 · 约少收 ¥\d/);
  expect(await taps()).toBe(1);
});

for (const [tile, address, heading] of [
  ['今日订单', pages.orders, '订单'],
  ['网点数', `${pages.details}#ranking`, '网点排行'],
  ['设备总数', pages.devices, '设备列表'],
] as const) {
  test(`the tile ${tile} leads to what it counts: one tap`, async ({ app, page, openAs }) => {
    const { manager } = await twoOutlets(app);
    const taps = await countTaps(page);
    await openAs(manager, pages.home);
    await page.getByRole('link', { name: tile }).tap();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport();
    expect(await taps()).toBe(1);
  });
}

test('what a permission forbids is not shown; the shortcuts need no scrolling', async ({ app, page, openAs }) => {
  const { mall, manager } = await twoOutlets(app);
  await page.setViewportSize({ width: 375, height: 667 });
  await openAs(manager, pages.home);
  const tabs = await page.getByRole('navigation', { name: '主导航' }).boundingBox();
  for (const link of await page.getByRole('navigation', { name: '快捷入口' }).getByRole('link').all()) {
    const box = await link.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  }
  const limited = await app.world.manager([mall], ['home', 'user']);
  await page.addInitScript((token) => localStorage.setItem('Access-Token', token), limited.token);
  await page.goto(pages.home);
  await expect(page.getByRole('link', { name: '设备总数' })).toBeVisible();
  for (const name of ['今日订单', '订单', '使用者反馈']) await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('orders and feedback are one tap away, also in an empty period and when nothing is new', async ({
  app,
  page,
  openAs,
}) => {
  const outlet = await app.world.outlet();
  const taps = await countTaps(page);
  await openAs(await app.world.manager([outlet]), pages.home);
  const shortcuts = page.getByRole('navigation', { name: '快捷入口' });
  await shortcuts.getByRole('link', { name: '使用者反馈' }).tap();
  await expect(page.getByText('还没有反馈')).toBeVisible();
  expect(await taps()).toBe(1);
  await page.goto(pages.home);
  await shortcuts.getByRole('link', { name: '订单' }).tap();
  await expect(page.getByText('没有符合条件的订单')).toBeVisible();
  expect(await taps()).toBe(2);
  await page.goto(`${pages.details}?period=yesterday`);
  await expect(page.getByText('这段时间还没有收入')).toBeVisible();
  await page.getByRole('link', { name: '订单明细' }).tap();
  await expect(page).toHaveURL(/order\/order\?period=yesterday/);
  expect(await taps()).toBe(3);
});

test('a customer with cash: two taps from the list of free chairs to a running chair', async ({
  app,
  page,
  chairAt,
  openAs,
}) => {
  const outlet = await app.world.outlet();
  const chair = await chairAt(outlet);
  const broken = (await app.world.device(outlet, { online: true })).deviceId;
  await app.pool.query(`UPDATE devices SET fault_code = 'E01' WHERE id = $1`, [broken]);
  const taps = await countTaps(page);
  await openAs(await app.world.manager([outlet]), pages.quickStart);
  await expect(page.getByText(broken)).toHaveCount(0);
  await page.getByRole('button', { name: chair.deviceId }).tap();
  await page.getByRole('button', { name: /收款/ }).tap();
  await expect(page.getByRole('timer')).toBeVisible();
  expect(await taps()).toBe(2);
});

test('a complaint: found by the last four digits, refunded with a reason, answered in the guest’s language', async ({
  app,
  page,
  openAs,
}) => {
  const { world, client } = app;
  const outlet = await world.outlet();
  const chair = (await world.device(outlet, { online: true })).deviceId;
  const guest = await world.consumer();
  await world.order(chair, { at: at(4, 10), status: 'failed' });
  const { orderId } = await world.order(chair, { at: at(3, 10), amount: 1500, type: 'cash_coupon', placedBy: guest });
  const sent = { orderId, problem: 'no_start' as const, description: 'It never started', files: [] };
  await client.feedback.insert(sent, { token: guest.token, lang: 'en_US' });
  const taps = await countTaps(page);
  await openAs(await world.manager([outlet]), pages.home);
  await page.getByRole('navigation', { name: '快捷入口' }).getByRole('link', { name: '订单' }).tap();
  await page.getByRole('searchbox').fill(guest.mobile.slice(-4));
  await page.getByRole('link', { name: chair }).tap();
  const sheet = page.getByRole('dialog', { name: '订单详情' });
  await expect(sheet).toContainText('It never started');
  await expect(sheet).toContainText('启动失败');
  await expect(sheet).toContainText(maskMobile(guest.mobile));
  await sheet.getByRole('button', { name: '退款' }).tap();
  const refund = page.getByRole('dialog', { name: '退款 ¥15.00' });
  await refund.getByText('设备没有启动').tap();
  await refund.getByText('其他原因').click();
  await refund.getByRole('button', { name: '退款', exact: true }).tap();
  await expect(sheet.getByText('已退款').first()).toBeVisible();
  await sheet.getByRole('button', { name: '回复' }).tap();
  await page.getByRole('button', { name: '已退款', exact: true }).tap();
  const reply = page.getByRole('textbox', { name: '回复使用者' });
  await expect(reply).toHaveValue(/We have issued a refund/);
  await page.getByRole('button', { name: '发送回复' }).tap();
  await expect(sheet).toContainText('We have issued a refund');
  const { data } = await client.orders.get({ orderId }, { token: guest.token });
  expect(data.status).toBe('refunded');
  expect(await taps()).toBeLessThanOrEqual(10);
});

test('a refund in part: five taps from the overview, its reason among them; it keeps the order and says what is left', async ({
  app,
  page,
  openAs,
}) => {
  const { world, client } = app;
  const outlet = await world.outlet();
  const chair = (await world.device(outlet)).deviceId;
  const { orderId } = await world.order(chair, { amount: 1500, type: 'coin' });
  const manager = await world.manager([outlet]);
  const taps = await countTaps(page);
  await openAs(manager, pages.home);
  await page.getByRole('navigation', { name: '快捷入口' }).getByRole('link', { name: '订单' }).tap();
  await page.getByRole('link', { name: chair }).tap();
  const sheet = page.getByRole('dialog', { name: '订单详情' });
  await sheet.getByRole('button', { name: '退款' }).tap();
  const refund = page.getByRole('dialog', { name: /退款 ¥/ });
  await refund.getByLabel('退款金额').fill('5');
  await refund.getByText('其他原因').click();
  await refund.getByRole('button', { name: '退款', exact: true }).tap();
  await expect(sheet).toContainText('已退金额¥5.00');
  expect(await taps()).toBe(5);
  await sheet.getByRole('button', { name: '退款' }).tap();
  const rest = page.getByRole('dialog', { name: '退款 ¥10.00？' });
  await expect(rest).toContainText('此前已退 ¥5.00');
  await rest.getByLabel('退款金额').fill('10.01');
  await rest.getByText('其他原因').click();
  await rest.getByRole('button', { name: '退款', exact: true }).tap();
  await expect(rest.getByText('请输入 0.01 到 ¥10.00 之间的金额')).toBeVisible();
  const { data } = await client.orders.get({ orderId }, { token: manager.token });
  expect(data).toMatchObject({ status: 'finished', refundedAmount: 500 });
});

test('the feedback list shows only new feedback when it is opened from “new”', async ({ app, page, openAs }) => {
  const { world, client } = app;
  const outlet = await world.outlet();
  const chair = (await world.device(outlet)).deviceId;
  const guest = await world.consumer();
  for (const description of ['旧的', '新的']) {
    const { orderId } = await world.order(chair, { placedBy: guest });
    await client.feedback.insert({ orderId, problem: 'noise', description, files: [] }, { token: guest.token });
  }
  const manager = await world.manager([outlet]);
  const { rows } = (await client.feedback.list({}, { token: manager.token })).data;
  const old = rows.find((row) => row.description === '旧的')?.feedbackId ?? '';
  await client.feedback.reply({ feedbackId: old, reply: '好', status: 'done' }, { token: manager.token });
  const taps = await countTaps(page);
  await openAs(manager, pages.home);
  const feedback = page.getByRole('link', { name: '使用者反馈 1 条新反馈待处理' });
  await expect(feedback.locator('[class*=waiting]')).toHaveText('1');
  await feedback.tap();
  await expect(page.getByText('新的')).toBeVisible();
  await expect(page.getByText('旧的')).toHaveCount(0);
  expect(await taps()).toBe(1);
});

test('if an outlet is in another time zone, an info button explains once whose day is shown', async ({
  app,
  openAs,
}) => {
  const { world } = app;
  const near = await world.outlet();
  const far = await world.outlet({ timeZone: 'Asia/Jakarta' });
  const page = await openAs(await world.manager([near, far]), pages.home);
  const note = page.getByText('日期按您所在的时区（UTC+8）计算，部分网点位于其他时区');
  await expect(note).toBeHidden();
  await page.getByText('UTC+8', { exact: true }).tap();
  await expect(note).toBeVisible();
  for (const path of [pages.details, pages.chart, pages.orders, pages.devices]) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(/[¥台]|没有/);
    await expect(page.getByText('日期按您所在的时区')).toHaveCount(0);
  }
});
