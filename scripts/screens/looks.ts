import type { Page } from '@playwright/test';

/** A way to hold the phone: its size, how large its text is, and whether the keyboard covers half of it. */
export interface Look {
  name: string;
  width: number;
  height: number;
  textSize?: number;
  /** The keyboard is open: the first field has the focus. */
  keyboard?: boolean;
  /** Only what the screen shows at once, instead of all that one can scroll to. */
  asSeen?: boolean;
}

export const looks: readonly Look[] = [
  { name: '320', width: 320, height: 568 },
  { name: '375', width: 375, height: 812 },
  { name: '430', width: 430, height: 932 },
  { name: '768', width: 768, height: 1024 },
  { name: 'text-200', width: 375, height: 812, textSize: 200 },
  { name: 'rotated', width: 812, height: 375, asSeen: true },
  { name: 'keyboard', width: 375, height: 430, keyboard: true, asSeen: true },
];

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const fields = 'main input:not([type=radio], [type=checkbox], [type=file]):visible, main textarea:visible';

/** Turns the page that is open to this look; false where it has no such look (no field, so no keyboard). */
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

/** As tall a phone as it takes to see everything, with what is fixed to its edges still at its edges. */
async function stretch(page: Page, { width, height }: Look): Promise<void> {
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight');
  if (needed > height) await page.setViewportSize({ width, height: needed });
}
