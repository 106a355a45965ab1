import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openings, screenNames } from './screen-states.ts';

/**
 * Numbers the interactive elements of the page, or of the sheet over it, in document order; of a radio group the
 * checked one. The button that loads more rows is left out, since it disappears when it comes near the viewport.
 */
const numberTargets = `(() => {
  const root = [...document.querySelectorAll('dialog[open]')].pop() ?? document;
  const stays = (element) => !element.closest('[class*=_end_]') || element.tagName === 'SELECT';
  const isInteractive = (element) => !element.disabled && element.tabIndex >= 0 && element.checkVisibility() && stays(element);
  const representsGroup = (element) => {
    if (element.type !== 'radio') return true;
    const group = [...document.querySelectorAll('[type=radio][name="' + element.name + '"]')];
    return element === (group.find((radio) => radio.checked) ?? group[0]);
  };
  const targets = [...root.querySelectorAll('a[href], button, input, select, textarea, summary')];
  targets.filter((element) => isInteractive(element) && representsGroup(element)).forEach((element, index) => {
    element.dataset.place = String(index);
  });
  return document.querySelectorAll('[data-place]').length;
})()`;

/**
 * The focused element, and whether its focus is visible on it or on its label: in the viewport, and with a point that
 * nothing else covers, such as a bar that stays in place.
 */
const focusNow = `(() => {
  const element = document.activeElement;
  const around = [element, element.parentElement, element.closest('label'), element.closest('div, search'), element.nextElementSibling];
  const shown = around.some((each) => {
    const style = each && getComputedStyle(each);
    return style && (style.outlineStyle !== 'none' || (each !== element && style.boxShadow !== 'none'));
  });
  // What cannot be seen shows its focus on its label.
  const isUnseen = element.matches('.hidden-text') || getComputedStyle(element).opacity === '0';
  const target = isUnseen ? element.closest('label') ?? element : element;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)]));
  const uncovered = points.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (target.contains(hit) || hit.contains(target) && !hit.matches('body, html'));
  });
  return { place: Number(element.dataset.place ?? -1), seen: shown && uncovered, what: element.outerHTML.slice(0, 100) };
})()`;

interface Focus {
  place: number;
  seen: boolean;
  what: string;
}

/** Presses Tab from the top of the page until every target had the focus or it leaves the page. */
async function walk(page: Page, targets: number): Promise<Focus[]> {
  const way: Focus[] = [];
  // A date field takes several presses.
  for (let press = 0; press < targets * 7 + 5; press += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate<Focus>(focusNow);
    if (focus.place !== -1 && focus.place !== way.at(-1)?.place) way.push(focus);
    if (focus.place === targets - 1) break;
  }
  return way;
}

for (const name of screenNames) {
  test(`the Tab key visits all of ${name} in order, with visible focus`, async ({ openScreen }) => {
    const page = await openScreen(name);
    const targets = await page.evaluate<number>(numberTargets);
    const way = await walk(page, targets);
    expect(way.map(({ place }) => place)).toEqual(Array.from({ length: targets }, (_, place) => place));
    expect(way.filter(({ seen }) => !seen)).toEqual([]);
  });
}

for (const { name, title, act } of openings) {
  test(`on a low screen no focus on ${title} is under a bar`, async ({ openScreen }) => {
    const page = await openScreen(name);
    await act?.(page);
    await page.setViewportSize({ width: 390, height: 600 });
    const way = await walk(page, await page.evaluate<number>(numberTargets));
    expect(way.filter(({ seen }) => !seen)).toEqual([]);
  });
}
