import type { Page } from '@playwright/test';

/** On the login page and a chair's page: opens the menu, then chooses. */
export async function chooseLanguage(page: Page, name: '简体中文' | 'English' | 'Bahasa Indonesia'): Promise<void> {
  await page.locator('header summary').click();
  await page.locator('header details').getByRole('button', { name, exact: true }).click();
}
