import type { Page } from '@playwright/test';

/** Keeps the page's scripts from arriving until the returned function is called. */
export async function holdScripts(page: Page, name = '*'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}.js`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
