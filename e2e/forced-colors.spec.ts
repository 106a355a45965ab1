import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { screenNames } from './screen-states.ts';

/** Backgrounds of chosen and other controls, and buttons without an edge. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const visible = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
    const background = (element: Element) => getComputedStyle(element).backgroundColor;
    const labels = [...document.querySelectorAll('label')].filter((label) => label.querySelector('[type=radio]'));
    const isChosen = (label: Element) => label.querySelector(':checked') !== null;
    const edgeless = (button: Element) => Number.parseFloat(getComputedStyle(button).borderTopWidth) === 0;
    return {
      chosen: [...new Set(labels.filter(isChosen).map(background))],
      others: [...new Set(labels.filter((label) => !isChosen(label)).map(background))],
      edgeless: [...document.querySelectorAll('button:not(p *)')].filter((each) => visible(each) && edgeless(each))
        .length,
    };
  });

for (const name of screenNames) {
  test(`with forced colours, ${name} shows what is chosen and where its buttons are`, async ({ openScreen }) => {
    const page = await openScreen(name);
    await page.emulateMedia({ forcedColors: 'active' });
    const { chosen, others, edgeless } = await seen(page);
    expect(others.filter((colour) => chosen.includes(colour))).toEqual([]);
    expect(edgeless).toBe(0);
  });
}

test('with forced colours, a field that offers a choice does not look chosen', async ({ openScreen }) => {
  const page = await openScreen('home');
  await page.emulateMedia({ forcedColors: 'active' });
  const field = page.locator('label', { has: page.locator('select') });
  expect(await field.evaluate((label) => getComputedStyle(label).forcedColorAdjust)).toBe('auto');
});
