import type { Page } from '@playwright/test';

/** Counts taps and keys as the browser sees them, over all pages of this tab. */
export async function countInput(page: Page): Promise<() => { taps: number; keys: number }> {
  const counted = { taps: 0, keys: 0 };
  await page.exposeFunction('countTap', () => {
    counted.taps += 1;
  });
  await page.exposeFunction('countKey', () => {
    counted.keys += 1;
  });
  await page.addInitScript(`
    addEventListener('pointerdown', () => countTap(), true);
    addEventListener('keydown', () => countKey(), true);
  `);
  return () => ({ ...counted });
}
