import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { screenNames } from './screen-states.ts';

/** The scroll width of the page: a phone zooms out where it is wider than the screen. */
const widthOf = (page: Page) =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, Math.round(window.innerWidth)));

const scrolledTo = (place: string) => `new Promise((resolve) => {
  scrollTo(0, ${place});
  requestAnimationFrame(() => requestAnimationFrame(resolve));
})`;

/** Single-line texts that are cut off: placeholders and selected options. */
const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    const widthIn = (text: string, { font }: CSSStyleDeclaration) => {
      if (!pen) return 0;
      pen.font = font;
      return pen.measureText(text).width;
    };
    const room = (field: HTMLElement) => {
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    };
    const shown = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
      .filter((field) => field.checkVisibility() && field.clientWidth > 1)
      .map((field) => {
        const isSelect = field instanceof HTMLSelectElement;
        const text = isSelect ? (field.selectedOptions[0]?.text ?? '') : field.placeholder;
        return { text, width: widthIn(text, getComputedStyle(field, isSelect ? null : '::placeholder')), field };
      });
    return shown.filter(({ width, field }) => width > room(field) + 1).map(({ text }) => text);
  });

for (const name of screenNames) {
  test(`${name} fits the screen after a rotation, and with text at 200 %`, async ({ openScreen }) => {
    const page = await openScreen(name, 'full', 'id_ID'); // the language with the longest words
    await page.setViewportSize({ width: 812, height: 375 });
    // Landscape, scrolled through once: cached layout must not outlast the rotation.
    for (const place of ['document.body.scrollHeight', '0']) await page.evaluate(scrolledTo(place));
    await page.setViewportSize({ width: 375, height: 812 });
    await expect.poll(() => widthOf(page)).toBe(375);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect.poll(() => widthOf(page)).toBe(375);
    expect(await cutTexts(page)).toEqual([]);
  });
}
