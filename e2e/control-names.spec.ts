import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { screenNames } from './screen-states.ts';

/** Accessible names, with their descriptions, that more than one control on this page has. */
const equalNames = (page: Page) =>
  page.evaluate(() => {
    const textOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? '';
    const described = (element: Element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ');
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, summary')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
    const targets = new Map<string, Set<string>>();
    for (const [index, element] of controls.entries()) {
      const name = `${textOf(element)} ${described(element)}`.trim().replaceAll(/\s+/g, ' ');
      const target = element instanceof HTMLAnchorElement ? element.href : `control ${index}`;
      targets.set(name, (targets.get(name) ?? new Set()).add(target));
    }
    return [...targets].filter(([name, ways]) => name === '' || ways.size > 1).map(([name]) => name);
  });

/** Controls that a finger may miss: less than 44 px high where they are hit. Links within a sentence are as high as its line. */
const smallControls = (page: Page) =>
  page.evaluate(() => {
    const isOwn = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
    };
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href]:not(p a), button:not(p button), summary, select'),
      ...document.querySelectorAll<HTMLElement>('label:has([type=radio]), label:has([type=file])'),
    ].filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[class*=leaflet]'));
    return controls
      .filter((element) => {
        element.scrollIntoView({ block: 'center', inline: 'center' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        return height < 44 && !(isOwn(element, x, y - 21) && isOwn(element, x, y + 21));
      })
      .map((element) => `${element.textContent?.slice(0, 30)} ${element.className}`);
  });

for (const name of screenNames) {
  test(`on ${name} every control has a unique name, and room for a finger`, async ({ openScreen }) => {
    const page = await openScreen(name);
    expect(await equalNames(page)).toEqual([]);
    expect(await smallControls(page)).toEqual([]);
  });
}
