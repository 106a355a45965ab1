import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** The contrast of each of these colours of the design with each ground, as the page draws them now. */
const contrasts = (page: Page, inks: readonly string[], grounds: readonly string[]) =>
  page.evaluate(
    ([inks, grounds]) => {
      const probe = document.body.appendChild(document.createElement('i'));
      const luminance = (name: string) => {
        probe.style.color = `var(--${name})`;
        const channels = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
        const [red = 0, green = 0, blue = 0] = channels.map((value) => {
          const share = value / 255;
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const ratio = (ink: string, ground: string) => {
        const [light = 0, dark = 0] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
        return (light + 0.05) / (dark + 0.05);
      };
      const all = inks.flatMap((ink) => grounds.map((ground) => ratio(ink, ground)));
      probe.remove();
      return Math.min(...all);
    },
    [inks, grounds] as const,
  );

for (const colorScheme of ['light', 'dark'] as const) {
  test(`with more contrast asked for, secondary ink and lines are darker in the ${colorScheme} theme`, async ({
    openScreen,
  }) => {
    const page = await openScreen('orders');
    const grounds = ['card', 'paper'];
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    const usual = await contrasts(page, ['ink-2', 'ink-3'], grounds);
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    const more = await contrasts(page, ['ink-2', 'ink-3'], grounds);
    expect(more).toBeGreaterThan(usual);
    expect(more).toBeGreaterThanOrEqual(7);
    expect(await contrasts(page, ['line', 'line-strong'], grounds)).toBeGreaterThanOrEqual(3);
  });
}
