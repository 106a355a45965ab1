import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { samples } from '../server/src/testing/uploads.ts';
import { type App, startApp } from './app.ts';
import { expect, test } from './fixtures.ts';

/** A server of map tiles, all of them the same, or one that has none. */
async function startTileServer(has: boolean) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (has) response.writeHead(200, { 'content-type': 'image/png' }).end(samples['image/png']);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the tiles have no port');
  const url = `http://127.0.0.1:${address.port}/{z}/{x}/{y}.png`;
  return { url, asked, stop: () => void server.close() };
}

async function openAt(page: Page, app: App, { token }: { token: string }, path: string): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('Access-Token', value), token);
  await page.goto(app.url + path);
}

async function withTiles(has: boolean, use: (app: App, asked: string[]) => Promise<void>): Promise<void> {
  const tiles = await startTileServer(has);
  const app = await startApp({ TILE_URL: tiles.url });
  try {
    await use(app, tiles.asked);
  } finally {
    await app.stop();
    tiles.stop();
  }
}

test('a guest sees an outlet on the map and as text', async ({ page }) => {
  await withTiles(true, async (app, asked) => {
    const outlet = await app.world.outlet({ name: '万象城 L3' });
    await openAt(page, app, await app.world.consumer(), `${pages.openLocation}?outletId=${outlet.outletId}`);
    await expect(page.getByRole('region', { name: '万象城 L3 的地图' })).toBeVisible();
    await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible();
    expect(asked[0]).toMatch(/^\/16\/\d+\/\d+\.png$/);
    await expect(page.getByText('Test Road 1')).toBeVisible();
    await expect(page.getByText('31.20000, 121.40000')).toBeVisible();
    await expect(page.getByRole('link', { name: '修改位置' })).toHaveCount(0);
  });
});

test('a manager moves the map and saves the location of an outlet', async ({ page }) => {
  await withTiles(true, async (app) => {
    const outlet = await app.world.outlet({ name: '万象城 L3' });
    const manager = await app.world.manager([outlet]);
    await openAt(page, app, manager, `${pages.openLocation}?outletId=${outlet.outletId}`);
    await page.getByRole('link', { name: '修改位置' }).click();
    const longitude = page.getByRole('textbox', { name: '经度' });
    // The previous page has a map of the same name, so wait until it is gone.
    await expect(longitude).toBeVisible();
    await page.locator('.leaflet-tile-loaded').first().waitFor();
    const map = page.getByRole('region', { name: '万象城 L3 的地图' });
    await map.locator('.leaflet-container').or(map.locator('[tabindex="0"]')).first().focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Number(await longitude.inputValue())).toBeGreaterThan(121.4);
    await page.getByRole('textbox', { name: '地址' }).fill('新地址 3 楼');
    await page.getByRole('button', { name: '保存位置' }).click();
    // The form shows the new address before it is saved, so wait until it is gone.
    await expect(page.getByRole('link', { name: '修改位置' })).toBeVisible();
    await expect(page.getByText('新地址 3 楼')).toBeVisible();
    const { data } = await app.client.outlets.place({ outletId: outlet.outletId }, { token: manager.token });
    expect(data.address).toBe('新地址 3 楼');
    expect(data.longitude).toBeGreaterThan(121.4);
    expect(data.latitude).toBeCloseTo(31.2, 3);
  });
});

test('without tiles the page works without a map', async ({ page }) => {
  await withTiles(false, async (app) => {
    const outlet = await app.world.outlet({ name: '万象城 L3' });
    const manager = await app.world.manager([outlet]);
    await openAt(page, app, manager, `${pages.openLocation}?outletId=${outlet.outletId}`);
    await expect(page.getByRole('region', { name: '万象城 L3 的地图' })).toHaveCount(0);
    await expect(page.getByText('Test Road 1')).toBeVisible();
    const link = page.getByRole('link', { name: '打开网页地图' });
    await expect(link).toHaveAttribute('href', /uri\.amap\.com\/marker\?position=121\.4%2C31\.2/);
    await expect(link).toHaveAttribute('rel', /noopener/);
    await page.getByRole('link', { name: '修改位置' }).click();
    await page.getByRole('textbox', { name: '纬度' }).fill('95');
    await page.getByRole('button', { name: '保存位置' }).click();
    await expect(page.getByText('请输入 -90 到 90 之间的数字')).toBeVisible();
    await expect(page.getByRole('textbox', { name: '纬度' })).toBeFocused();
    await page.getByRole('textbox', { name: '纬度' }).fill('-6.2');
    await page.getByRole('textbox', { name: '经度' }).fill('106.8');
    await page.getByRole('button', { name: '保存位置' }).click();
    await expect(page.getByText('-6.20000, 106.80000')).toBeVisible();
  });
});

test('an unknown outlet is reported, and a guest cannot set a location', async ({ app, openAs }) => {
  const page = await openAs(await app.world.consumer(), `${pages.openLocation}?outletId=999999`);
  await expect(page.getByText('找不到这个网点')).toBeVisible();
  await page.goto(`${pages.chooseLocation}?outletId=1`);
  await expect(page.getByText('只有网点管理员可以设置位置')).toBeVisible();
});
