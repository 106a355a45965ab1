import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { Chair } from '@recline/simulator/chair';
import type { Outlet } from '../server/src/testing/world.ts';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';

const list = pages.devices;
const row = (page: Page, deviceId: string) => page.getByRole('listitem').getByRole('button', { name: deviceId });
const chip = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).locator('label', { hasText: name });

/** Two outlets: one with an idle chair and one in use, the other with a faulty and an offline one. */
async function fleet({ world, pool }: App) {
  const mall = await world.outlet();
  const airport = await world.outlet();
  const idle = (await world.device(mall, { online: true })).deviceId;
  const busy = (await world.device(mall, { online: true })).deviceId;
  const faulty = (await world.device(airport, { online: true })).deviceId;
  const offline = (await world.device(airport)).deviceId;
  await world.order(busy, { status: 'running', at: new Date(Date.now() - 2 * 60_000) });
  await pool.query(`UPDATE devices SET fault_code = 'E09' WHERE id = $1`, [faulty]);
  const since = `now() - interval '3 hours'`;
  await pool.query(`UPDATE devices SET offline_since = ${since}, last_seen_at = ${since} WHERE id = $1`, [offline]);
  return { mall, airport, idle, busy, faulty, offline, manager: await world.manager([mall, airport]) };
}

test('every row shows the state of its chair', async ({ app, openAs }) => {
  const { idle, busy, faulty, offline, manager } = await fleet(app);
  const page = await openAs(manager, list);
  await expect(row(page, idle)).toContainText('空闲');
  await expect(row(page, busy)).toContainText('使用中 · 剩余 8 分钟');
  await expect(row(page, faulty)).toContainText('故障：急停按钮被按下');
  await expect(row(page, offline)).toContainText('离线 · 3小时前');
});

test('filters narrow the list, show counts, and are restored by going back', async ({ app, openAs }) => {
  const { idle, busy, offline, manager } = await fleet(app);
  const page = await openAs(manager, list);
  await expect(chip(page, '联网状态', '全部')).toContainText('4');
  await expect(chip(page, '联网状态', '在线')).toContainText('3');
  await expect(chip(page, '使用状态', '使用中')).toContainText('1');
  await chip(page, '联网状态', '离线').click();
  await expect(row(page, offline)).toBeVisible();
  await expect(row(page, idle)).toHaveCount(0);
  await chip(page, '联网状态', '全部').click();
  await chip(page, '使用状态', '使用中').click();
  await expect(row(page, busy)).toBeVisible();
  await expect(row(page, offline)).toHaveCount(0);
  await page.reload();
  await expect(row(page, busy)).toBeVisible();
  await expect(row(page, idle)).toHaveCount(0);
});

test('abnormal chairs lead the list, then each outlet is a heading above its chairs', async ({ app, openAs }) => {
  const { mall, idle, busy, faulty, offline, manager } = await fleet(app);
  const page = await openAs(manager, list);
  const lines = page.getByRole('main').getByRole('listitem');
  const [first = '', second = ''] = [faulty, offline].sort();
  const [third = '', fourth = ''] = [idle, busy].sort();
  await expect(lines).toContainText(['异常设备', first, second, mall.name, third, fourth]);
  await expect(row(page, idle)).not.toContainText(mall.name);
});

test('a search and a filter announce what they found', async ({ app, openAs }) => {
  const { idle, manager } = await fleet(app);
  const page = await openAs(manager, list);
  // The skeleton has a status of its own while it loads.
  const status = page.getByRole('main').getByRole('status').and(page.locator('.hidden-text'));
  await expect(status).toHaveText('4 台设备');
  await chip(page, '联网状态', '离线').click();
  await expect(status).toHaveText('1 台设备');
  await page.getByRole('searchbox').fill(idle);
  const statuses = page.getByRole('main').getByRole('status');
  await expect(statuses.filter({ hasText: '没有符合条件的设备' })).toHaveCount(1);
});

test('the search matches device number or outlet name, and is debounced', async ({ app, page, openAs }) => {
  const { mall, idle, busy, faulty, manager } = await fleet(app);
  await openAs(manager, list);
  await expect(row(page, faulty)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('keyword=') && asked.push(request.url()));
  const search = page.getByRole('searchbox');
  await search.pressSequentially(mall.name, { delay: 10 });
  await expect(row(page, faulty)).toHaveCount(0);
  await expect(row(page, busy)).toBeVisible();
  expect(asked).toHaveLength(1);
  await search.fill(idle);
  await expect(row(page, busy)).toHaveCount(0);
  await expect(row(page, idle)).toBeVisible();
  await search.fill('no such chair');
  await expect(page.getByText('没有符合条件的设备')).toBeVisible();
  await page.getByRole('button', { name: '查看全部设备' }).click();
  await expect(row(page, faulty)).toBeVisible();
  await expect(search).toHaveValue('');
});

test('an outlet is chosen in a sheet, which requires a choice', async ({ app, openAs }) => {
  const { airport, idle, faulty, manager } = await fleet(app);
  const page = await openAs(manager, list);
  await page.getByRole('button', { name: '全部网点' }).click();
  const sheet = page.getByRole('dialog', { name: '选择网点' });
  await sheet.getByRole('searchbox').fill(airport.name);
  await expect(sheet.getByRole('radio')).toHaveCount(1);
  await sheet.getByRole('button', { name: '确定' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('请选择网点');
  await sheet.getByText(airport.name).click();
  await sheet.getByRole('button', { name: '确定' }).click();
  await expect(row(page, faulty)).toBeVisible();
  await expect(row(page, idle)).toHaveCount(0);
});

test('a chair links to its quick start and to its orders', async ({ app, openAs }) => {
  const { idle, manager } = await fleet(app);
  const page = await openAs(manager, list);
  await row(page, idle).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('link', { name: '查看订单' })).toHaveAttribute('href', new RegExp(`deviceId=${idle}`));
  await sheet.getByRole('link', { name: '快速启动' }).click();
  await expect(page).toHaveURL(new RegExp(`quickStart\\?deviceId=${idle}`));
});

test('a chair that is offline says since when, and offers no start', async ({ app, openAs }) => {
  const { offline, manager } = await fleet(app);
  const page = await openAs(manager, list);
  await row(page, offline).click();
  const sheet = page.getByRole('dialog', { name: `${offline} · ` });
  await expect(sheet).toContainText('离线 · 3小时前');
  await expect(sheet).toContainText('最近在线');
  await expect(sheet.getByRole('link', { name: '快速启动' })).toHaveCount(0);
  await expect(sheet.getByRole('link', { name: '查看订单' })).toBeVisible();
});

test('a manager who may not see orders meets no dead end at a chair in use', async ({ app, page, openAs }) => {
  const { mall, busy } = await fleet(app);
  const refused: string[] = [];
  page.on('response', (response) => response.status() >= 400 && refused.push(response.url()));
  await openAs(await app.world.manager([mall], ['home', 'user']), list);
  await expect(row(page, busy)).toContainText('使用中');
  await row(page, busy).click();
  const sheet = page.getByRole('dialog', { name: `${busy} · ` });
  await expect(sheet).toContainText('使用中');
  await expect(sheet.getByRole('link', { name: /倒计时|订单/ })).toHaveCount(0);
  expect(refused).toEqual([]);
});

async function connect(app: App, outlet: Outlet): Promise<Chair> {
  const chair = new Chair({ brokerUrl: app.mqttUrl, ...(await app.world.device(outlet)) });
  await chair.powerOn();
  return chair;
}

test('changes of chairs appear without a reload, in rows and counts', async ({ app, openAs }) => {
  const { mall, manager } = await fleet(app);
  const chair = await connect(app, mall);
  const page = await openAs(manager, list);
  await expect(row(page, chair.deviceId)).toContainText('空闲');
  await expect(chip(page, '联网状态', '在线')).toContainText('4');
  chair.breakDown('E02');
  await expect(row(page, chair.deviceId)).toContainText('机芯过热');
  await chair.powerOff();
  await expect(row(page, chair.deviceId)).toContainText('离线');
  await expect(chip(page, '联网状态', '在线')).toContainText('3');
});

test('a chair enters and leaves a filtered list as it changes', async ({ app, openAs }) => {
  const { mall, offline, manager } = await fleet(app);
  const page = await openAs(manager, `${list}?online=offline`);
  await expect(row(page, offline)).toBeVisible();
  const chair = await connect(app, mall);
  await expect(chip(page, '联网状态', '在线')).toContainText('4');
  await chair.powerOff();
  await expect(row(page, chair.deviceId)).toBeVisible();
  await chair.powerOn();
  await expect(row(page, chair.deviceId)).toHaveCount(0);
  await chair.powerOff();
});

test('without an event stream the list is polled', async ({ app, page, openAs }) => {
  const { idle, manager } = await fleet(app);
  await page.clock.install();
  await page.route('**/api/v1/events*', (route) => route.fulfill({ status: 404, json: { code: 404, message: '' } }));
  await openAs(manager, list);
  await expect(row(page, idle)).toContainText('空闲');
  await app.pool.query(`UPDATE devices SET fault_code = 'E04' WHERE id = $1`, [idle]);
  await page.clock.runFor(6_000);
  await expect(row(page, idle)).toContainText('电源电压异常');
});

test('ten thousand chairs are rendered a few rows at a time', async ({ app, openAs }) => {
  const outlets = await Promise.all(Array.from({ length: 40 }, () => app.world.outlet()));
  await app.pool.query(
    `INSERT INTO devices (id, name, outlet_id, secret_hash, online, offline_since, last_seen_at)
     SELECT 'M' || outlet || '-' || n, 'Chair ' || n, outlet, '', true, NULL, now()
     FROM unnest($1::bigint[]) outlet, generate_series(1, 250) n`,
    [outlets.map(({ id }) => id)],
  );
  const page = await openAs(await app.world.manager(outlets), list);
  await expect(chip(page, '联网状态', '全部')).toContainText('10,000');
  await page.evaluate(() => setInterval(() => scrollTo(0, document.documentElement.scrollHeight), 50));
  const lastShown = page.getByRole('listitem').last();
  await expect.poll(async () => Number(await lastShown.getAttribute('aria-posinset'))).toBeGreaterThan(300);
  expect(await page.getByRole('listitem').count()).toBeLessThan(60);
});

test('an outlet without chairs shows what to do', async ({ app, openAs }) => {
  const page = await openAs(await app.world.manager([await app.world.outlet()]), list);
  await expect(page.getByText('还没有设备')).toBeVisible();
});
