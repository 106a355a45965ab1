import type { Page } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';

const focused = (page: Page) => page.locator('*:focus');

/** Presses Tab until an element of that name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const wanted = page.locator('a, button, input, select, summary').and(page.getByText(name).or(page.getByLabel(name)));
  await expect(wanted.first()).toBeAttached();
  for (let turn = 0; turn < 60; turn += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page).and(wanted).count()) > 0) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('a manager logs in, opens the device list and goes back with the keyboard alone', async ({ app, page }) => {
  const manager = await app.world.manager([await app.world.outlet()]);
  await page.goto('/');
  await tabTo(page, '账号');
  await page.keyboard.type(manager.account);
  await tabTo(page, '密码');
  await page.keyboard.type(manager.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '数据概况' })).toBeVisible();
  await tabTo(page, '设备列表');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '设备列表' })).toBeVisible();
  await tabTo(page, '返回');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '数据概况' })).toBeVisible();
});

test('a sheet takes the focus, and Escape closes it and restores the focus', async ({ sample, openAs }) => {
  const { manager } = sample;
  const page = await openAs(manager, pages.orders);
  await tabTo(page, '筛选');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(sheet.locator('*:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(focused(page)).toHaveText(/筛选/);
});

test('a period is chosen with the arrow keys', async ({ sample, openAs }) => {
  const { manager } = sample;
  const page = await openAs(manager, pages.details);
  await page.getByRole('radio', { name: '今日' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '本周' })).toBeChecked();
  await expect(page).toHaveURL(/period=week/);
  for (let turn = 0; turn < 5; turn += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '本周' })).toBeChecked();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '选择时间' })).toBeVisible();
});

test('a guest reaches the prices with the keyboard alone', async ({ sample, openAs }) => {
  const { guest, freeChair } = sample;
  const page = await openAs(guest, pages.quickStart);
  await tabTo(page, '设备编号');
  await page.keyboard.type(freeChair);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio').first()).toBeVisible();
});
