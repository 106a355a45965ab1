import type { Page } from '@playwright/test';

/** How a screen is shown: size of the phone, size of its text, and whether the keyboard is open. */
export interface Look {
  name: string;
  width: number;
  height: number;
  textSize?: number;
  /** The keyboard is open: the first field has the focus. */
  keyboard?: boolean;
  /** The viewport only, instead of the whole page. */
  asSeen?: boolean;
}

export const looks: readonly Look[] = [
  { name: '320', width: 320, height: 568 },
  { name: '375', width: 375, height: 812 },
  { name: '667', width: 375, height: 667, asSeen: true },
  { name: '430', width: 430, height: 932 },
  { name: '768', width: 768, height: 1024 },
  { name: 'text-200', width: 375, height: 812, textSize: 200 },
  { name: 'rotated', width: 812, height: 375, asSeen: true },
  { name: 'keyboard', width: 375, height: 430, keyboard: true, asSeen: true },
];

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const fields = 'main input:not([type=radio], [type=checkbox], [type=file]):visible, main textarea:visible';

/** Applies the look to the open page; false if it does not apply (no field, so no keyboard). */
export async function turnTo(page: Page, look: Look, theme: Theme): Promise<boolean> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.evaluate(`document.documentElement.style.fontSize = '${look.textSize ?? 100}%'`);
  if (!look.asSeen) await stretch(page, look);
  if (!look.keyboard) return true;
  const field = page.locator(fields).first();
  if ((await field.count()) === 0) return false;
  await field.focus();
  await field.scrollIntoViewIfNeeded();
  return true;
}

/** Makes the viewport as tall as the page, so that fixed elements stay at the edges. */
async function stretch(page: Page, { width, height }: Look): Promise<void> {
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight');
  if (needed > height) await page.setViewportSize({ width, height: needed });
}
