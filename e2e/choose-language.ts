import type { Page } from '@playwright/test';

const menuOf = (page: Page) => page.locator('details', { has: page.locator('summary [lang]') });

/** Opens the menu of languages of the page, then chooses. */
export async function chooseLanguage(page: Page, name: '简体中文' | 'English' | 'Bahasa Indonesia'): Promise<void> {
  await menuOf(page).locator('summary').click();
  await menuOf(page).getByRole('button', { name, exact: true }).click();
}
