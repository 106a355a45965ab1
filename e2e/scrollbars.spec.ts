import { chromium } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { browserIfAny } from './browser.ts';
import { expect, test } from './fixtures.ts';

test('with scrollbars that take up space, as on desktops, a sheet ends beside them and keeps its padding', async ({
  app,
  sample,
}) => {
  const browser = await chromium.launch({ ...(await browserIfAny()), ignoreDefaultArgs: ['--hide-scrollbars'] });
  try {
    for (const width of [420, 900]) {
      const desktop = { viewport: { width, height: 700 }, isMobile: false, hasTouch: false };
      const page = await browser.newPage({ ...desktop, baseURL: app.url });
      await page.addInitScript((token) => localStorage.setItem('Access-Token', token), sample.manager.token);
      await page.goto(pages.orders);
      await page.getByRole('button', { name: '筛选' }).click();
      const sheet = page.getByRole('dialog');
      await expect(sheet).toBeVisible();
      const seen = await page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        const column = document.querySelector('#app')?.getBoundingClientRect();
        const box = document.querySelector('dialog[open]')?.getBoundingClientRect();
        return { bar: innerWidth - clientWidth, sideways: scrollWidth - clientWidth, column, box, clientWidth };
      });
      expect(seen.bar).toBeGreaterThan(0);
      expect(seen.sideways).toBe(0);
      expect(seen.box?.right).toBeLessThanOrEqual(seen.clientWidth);
      expect([seen.box?.left, seen.box?.right]).toEqual([seen.column?.left, seen.column?.right]);
      // The backdrop ends at a scrollbar, and never at a gutter without one.
      await page.goto(pages.user);
      const gutter = await page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
      expect(gutter).toBe('scroll');
      await page.close();
    }
  } finally {
    await browser.close();
  }
});
