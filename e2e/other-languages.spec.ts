import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { screenNames } from './screen-states.ts';

/**
 * Chinese texts without a `lang` on a page that is not in Chinese. Names of places, chairs and people have no language.
 */
const unmarked = (page: Page, names: readonly string[]) =>
  page.evaluate((names) => {
    const nameless = (text: string) => names.reduce((rest, name) => rest.replaceAll(name, ''), text);
    return [...document.querySelectorAll('#app *')]
      .filter((element) => element.checkVisibility() && !element.closest('[lang|=zh]'))
      .flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
      .map((node) => node.textContent ?? '')
      .filter((text) => /\p{Script=Han}/u.test(nameless(text)));
  }, names);

const names = ['万象城 L3', 'T2 航站楼', '国贸影城', '号椅', '陈管理员', '林女士'];

for (const name of screenNames) {
  test(`on ${name} texts in another language than the page declare it`, async ({ openScreen }) => {
    expect(await unmarked(await openScreen(name, 'full', 'en_US'), names)).toEqual([]);
  });
}
