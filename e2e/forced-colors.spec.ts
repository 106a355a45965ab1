import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openings } from './screen-states.ts';

/** Backgrounds of chosen and other controls, buttons without an edge, and edges of what is no part of a sheet. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const visible = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
    const background = (element: Element) => getComputedStyle(element).backgroundColor;
    const labels = [...document.querySelectorAll('label')].filter((label) => label.querySelector('[type=radio]'));
    const choices = [...labels, ...document.querySelectorAll('button[aria-current]')];
    const isChosen = (choice: Element) =>
      choice.querySelector(':checked') !== null || choice.matches('[aria-current=true]');
    const edgeless = (element: Element) => Number.parseFloat(getComputedStyle(element).borderTopWidth) === 0;
    return {
      chosen: [...new Set(choices.filter(isChosen).map(background))],
      others: [...new Set(choices.filter((choice) => !isChosen(choice)).map(background))],
      edgeless: [...document.querySelectorAll('button:not(p *)')].filter((each) => visible(each) && edgeless(each))
        .length,
      stray: [...document.querySelectorAll('dialog[open] > :not(:first-child)')].filter((each) => !edgeless(each))
        .length,
    };
  });

for (const { name, title, act } of openings) {
  test(`with forced colours, ${title} shows what is chosen and where its buttons are`, async ({ openScreen }) => {
    const page = await openScreen(name);
    await act?.(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const { chosen, others, edgeless, stray } = await seen(page);
    expect(others.filter((colour) => chosen.includes(colour))).toEqual([]);
    expect(edgeless).toBe(0);
    expect(stray).toBe(0);
  });
}

test('with forced colours, a field that offers a choice does not look chosen', async ({ openScreen }) => {
  const page = await openScreen('home');
  await page.emulateMedia({ forcedColors: 'active' });
  const field = page.locator('label', { has: page.locator('select') });
  expect(await field.evaluate((label) => getComputedStyle(label).forcedColorAdjust)).toBe('auto');
});
