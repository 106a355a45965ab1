import type { Locator, Page } from '@playwright/test';
import { languages } from '@recline/contract/languages';
import { pages } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';

// What a manager sees without scrolling, on a phone of common size and on a small one.

const common = { width: 390, height: 844 };
const small = { width: 360, height: 640 };
const edges = async (element: Locator) => {
  const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
};
const filterHeight = async (page: Page, next: Locator) =>
  (await edges(next)).top - (await edges(page.getByRole('searchbox'))).top;

for (const language of languages) {
  test(`home shows the four tiles, five shortcuts in one row and both halves of today on one line (${language})`, async ({
    openScreen,
  }) => {
    const page = await openScreen('home', 'full', language);
    await page.setViewportSize(common);
    const bar = await edges(page.getByRole('navigation').last());
    expect((await edges(page.locator('main section').last().locator('dl').last())).bottom).toBeLessThanOrEqual(bar.top);
    const tops = async (found: Locator) =>
      new Set(await Promise.all((await found.all()).map(async (each) => Math.round((await edges(each)).top))));
    const shortcuts = page.getByRole('navigation').first().getByRole('link');
    await expect(shortcuts).toHaveCount(5);
    expect((await tops(shortcuts)).size).toBe(1);
    expect((await tops(page.locator('section[class*=hero] dd'))).size).toBe(1);
    const lines = await page
      .locator('main [class*=change] [class*=name]')
      .evaluateAll((names) => names.map((name) => name.getClientRects().length));
    expect(new Set(lines)).toEqual(new Set([1]));
  });

  test(`the list of chairs shows nine of them, the list of orders six; filters take a fifth at most (${language})`, async ({
    openScreen,
  }) => {
    const devices = await openScreen('devices', 'full', language);
    await devices.setViewportSize(common);
    await expect(devices.locator('main li[aria-posinset="9"]')).toBeInViewport({ ratio: 1 });
    expect(await filterHeight(devices, devices.locator('main h2').first())).toBeLessThanOrEqual(common.height / 5);
    const orders = await openScreen('orders', 'full', language);
    await orders.setViewportSize(common);
    await orders.goto(`${pages.orders}?period=yesterday`); // a day that is over has its orders at any hour
    await expect(orders.locator('main li a[href*=orderId]').nth(5)).toBeInViewport({ ratio: 1 });
    expect(await filterHeight(orders, orders.locator('main section').first())).toBeLessThanOrEqual(common.height / 5);
  });
}

const open = (selector: string) => (page: Page) => page.locator(selector).first().click();
const sheets = [
  ['the filters of orders', 'orders', open('header [aria-haspopup=dialog]'), 'button[type=submit]'],
  ['an order', 'orders', open('main a[href*=orderId]'), 'button, a[class*=button]'],
  ['a chair', 'devices', open('main li[aria-posinset] button'), 'a[class*=button]'],
  ['the outlets', 'details', open('main li [aria-haspopup=dialog]'), 'button[class*=primary]'],
  ['a custom period', 'details', open('main fieldset + button'), 'button[type=submit]'],
  ['a reply', 'feedbackList', open('main button[class*=primary]'), 'button[type=submit]'],
] as const;

for (const [name, screen, openSheet, action] of sheets) {
  test(`the action of the sheet of ${name} needs no scrolling on a small phone`, async ({ openScreen }) => {
    const page = await openScreen(screen, 'full', 'id_ID');
    await page.setViewportSize(small);
    await openSheet(page);
    const dialog = page.locator('dialog[open]');
    const control = dialog.locator(`[class*=body] > :not(header) ${action}, [class*=body] > ${action}`).first();
    await expect(control).toBeInViewport({ ratio: 1 });
    const { scrolled, hit } = await control.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return { scrolled: element.closest('dialog')?.firstElementChild?.scrollTop, hit: element.contains(found) };
    });
    expect({ scrolled, hit }).toEqual({ scrolled: 0, hit: true });
  });
}
