import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { sceneNames } from './scenes.ts';

/** How wide the page has become, in all; a phone shows one that is too wide smaller than it should. */
const widthOf = (page: Page) =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, Math.round(window.innerWidth)));

const scrolledTo = (place: string) => `new Promise((resolve) => {
  scrollTo(0, ${place});
  requestAnimationFrame(() => requestAnimationFrame(resolve));
})`;

/** Texts that stand on one line and are longer than it: placeholders, and what is chosen in a select. */
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

for (const name of sceneNames) {
  test(`${name} fits the phone after it was turned, and with text at twice its size`, async ({ openScene }) => {
    const page = await openScene(name, 'full', 'id_ID'); // whose words are the longest
    await page.setViewportSize({ width: 812, height: 375 });
    // Wide, and all of it seen once: what was laid out then must not outlast the turn.
    for (const place of ['document.body.scrollHeight', '0']) await page.evaluate(scrolledTo(place));
    await page.setViewportSize({ width: 375, height: 812 });
    await expect.poll(() => widthOf(page)).toBe(375);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect.poll(() => widthOf(page)).toBe(375);
    expect(await cutTexts(page)).toEqual([]);
  });
}
