import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { sceneNames } from './scenes.ts';

/**
 * Numbers everything that can be acted on, in the order of the page; of a group of radio buttons the
 * chosen one. The button for more rows makes place for them when one comes near.
 */
const numberTargets = `(() => {
  const lasts = (element) => !element.closest('[class*=_end_]') || element.tagName === 'SELECT';
  const acts = (element) => !element.disabled && element.tabIndex >= 0 && element.checkVisibility() && lasts(element);
  const stands = (element) => {
    if (element.type !== 'radio') return true;
    const group = [...document.querySelectorAll('[type=radio][name="' + element.name + '"]')];
    return element === (group.find((radio) => radio.checked) ?? group[0]);
  };
  const targets = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')];
  targets.filter((element) => acts(element) && stands(element)).forEach((element, index) => {
    element.dataset.place = String(index);
  });
  return document.querySelectorAll('[data-place]').length;
})()`;

/** Where the focus is, and whether one can see that it is there: on the element, or on what stands for it. */
const focusNow = `(() => {
  const element = document.activeElement;
  const around = [element, element.parentElement, element.closest('label'), element.nextElementSibling];
  const shown = around.some((each) => {
    const style = each && getComputedStyle(each);
    return style && (style.outlineStyle !== 'none' || (each !== element && style.boxShadow !== 'none'));
  });
  const { top, bottom } = element.getBoundingClientRect();
  const inView = bottom > 0 && top < innerHeight;
  return { place: Number(element.dataset.place ?? -1), seen: shown && inView, what: element.outerHTML.slice(0, 100) };
})()`;

interface Focus {
  place: number;
  seen: boolean;
  what: string;
}

/** Presses Tab from the top of the page until the focus has been everywhere or leaves the page. */
async function walk(page: Page, targets: number): Promise<Focus[]> {
  const way: Focus[] = [];
  // A field for a date holds the focus for several presses.
  for (let press = 0; press < targets * 7 + 5; press += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate<Focus>(focusNow);
    if (focus.place !== -1 && focus.place !== way.at(-1)?.place) way.push(focus);
    if (focus.place === targets - 1) break;
  }
  return way;
}

for (const name of sceneNames) {
  test(`the Tab key leads through all of ${name}, in order, and one sees where it is`, async ({ openScene }) => {
    const page = await openScene(name);
    const targets = await page.evaluate<number>(numberTargets);
    const way = await walk(page, targets);
    expect(way.map(({ place }) => place)).toEqual(Array.from({ length: targets }, (_, place) => place));
    expect(way.filter(({ seen }) => !seen)).toEqual([]);
  });
}
