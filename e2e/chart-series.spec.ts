import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** The lines of the seven-day chart: contrast with the card, and the dashes that tell them apart. */
const linesOf = (page: Page) =>
  page.evaluate(() => {
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (colour: number[]) => {
      const [red = 0, green = 0, blue = 0] = colour.map((value) => {
        const share = value / 255;
        return share <= 0.04 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const opacityOf = (element: Element | null): number =>
      element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
    return [...document.querySelectorAll('section:has(svg [class*=behind] path) svg [class*=Line]')].map((path) => {
      const { stroke, strokeDasharray } = getComputedStyle(path);
      const card = channels(getComputedStyle(path.closest('section') as Element).backgroundColor);
      const opacity = opacityOf(path);
      const drawn = channels(stroke).map((value, index) => opacity * value + (1 - opacity) * (card[index] ?? 0));
      const [dark = 0, light = 0] = [luminance(drawn), luminance(card)].sort((a, b) => a - b);
      const isCash = path.matches('[class*=cashLine]');
      return { isCash, contrast: (light + 0.05) / (dark + 0.05), dashes: strokeDasharray };
    });
  });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in the ${colorScheme} theme, each line of a chart has a contrast of 3:1, and dashes tell cash from online`, async ({
    openScreen,
  }) => {
    const page = await openScreen('chart');
    await page.emulateMedia({ colorScheme });
    const lines = await linesOf(page);
    expect(lines.length).toBeGreaterThanOrEqual(4);
    for (const { contrast } of lines) expect(contrast).toBeGreaterThanOrEqual(3);
    const dashes = (cash: boolean) => lines.filter(({ isCash }) => isCash === cash).map((line) => line.dashes);
    expect(dashes(true).filter((pattern) => dashes(false).includes(pattern))).toEqual([]);
  });
}

test('with forced colours, the key of a chart shows a mark for each series, and the marks differ', async ({
  openScreen,
}) => {
  const page = await openScreen('chart');
  await page.emulateMedia({ forcedColors: 'active' });
  const marks = await page.locator('main p > span > [aria-hidden=true]').evaluateAll((found) =>
    found.map((mark) => {
      const { backgroundColor, borderTopStyle, borderTopWidth } = getComputedStyle(mark);
      return { background: backgroundColor, border: `${borderTopWidth} ${borderTopStyle}` };
    }),
  );
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [online, cash] = marks;
  expect(online?.background).not.toBe(canvas);
  expect(cash?.background).not.toBe(online?.background);
  expect(cash?.border).not.toMatch(/^0px/);
});

for (const screen of ['countdown', 'myOrders', 'openLocation'] as const) {
  test(`with forced colours, links of ${screen} that look like buttons have an edge`, async ({ openScreen }) => {
    const page = await openScreen(screen);
    await page.emulateMedia({ forcedColors: 'active' });
    const edges = await page
      .locator('a[class*=button]')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).borderTopWidth));
    expect(edges.filter((width) => width === '0px')).toEqual([]);
  });
}

test('in a row of chips, no chip is wider than the label that draws its border', async ({ openScreen }) => {
  const page = await openScreen('details', 'full', 'en_US');
  const overflowing = await page
    .locator('main label:has([type=radio])')
    .evaluateAll((labels) => labels.filter((label) => label.scrollWidth > label.clientWidth).length);
  expect(overflowing).toBe(0);
});
