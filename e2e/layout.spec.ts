import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openings, screenNames } from './screen-states.ts';

/** The scroll width of the page, and by how much a sheet is wider than itself: a phone zooms out of a wider page. */
const widthOf = (page: Page) =>
  page.evaluate(() => {
    const sheets = [...document.querySelectorAll('dialog[open] > :first-child')];
    const hidden = sheets.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    return Math.max(document.documentElement.scrollWidth, Math.round(window.innerWidth)) + Math.max(0, ...hidden);
  });

const scrolledTo = (place: string) => `new Promise((resolve) => {
  scrollTo(0, ${place});
  requestAnimationFrame(() => requestAnimationFrame(resolve));
})`;

/** Single-line texts that are cut off: selected options. What a field asks for wraps. */
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
    const shown = [...document.querySelectorAll('select')]
      .filter((field) => field.checkVisibility({ opacityProperty: true }))
      .map((field) => {
        const text = field.selectedOptions[0]?.text ?? '';
        return { text, width: widthIn(text, getComputedStyle(field)), field };
      });
    return shown.filter(({ width, field }) => width > room(field) + 1).map(({ text }) => text);
  });

/** With text at 200 %, those that hardly grow. Large figures may end at the width of their column. */
const fixedTexts = (page: Page) =>
  page.evaluate(() => {
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const texts = [...document.querySelectorAll<HTMLElement>('#app *')]
      .filter(
        (element) => element.checkVisibility() && (hasText(element) || element.matches('input, select, [data-hint]')),
      )
      .map((element) => ({ element, before: sizeOf(element) }));
    document.documentElement.style.setProperty('font-size', '200%');
    const isLarge = (size: number) => size >= 32;
    return texts
      .filter(({ element, before }) => element.isConnected && sizeOf(element) < (isLarge(before) ? 1 : 1.2) * before)
      .map(({ element }) => element.outerHTML.slice(0, 100));
  });

/** How much of the screen's height stays in place while the rest scrolls. */
const barsShare = (page: Page) =>
  page.evaluate(() => {
    const stays = (element: Element) => /fixed|sticky/.test(getComputedStyle(element).position);
    const bars = [...document.querySelectorAll('header, nav, main > :not(dialog), dialog[open] :not(dialog)')].filter(
      (element) => element.checkVisibility() && stays(element),
    );
    return bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0) / innerHeight;
  });

for (const { name, title, act } of openings) {
  test(`${title} fits widths of 280 to 820 px, and a zoom of 400 %`, async ({ openScreen }) => {
    const page = await openScreen(name, 'full', 'id_ID');
    await act?.(page);
    for (const width of [280, 360, 600, 820]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => widthOf(page), `${width} px`).toBe(width);
    }
    await page.setViewportSize({ width: 320, height: 256 });
    await expect.poll(() => widthOf(page)).toBe(320);
    expect(await barsShare(page)).toBe(0);
  });

  test(`on ${title} every text grows with the size that is asked for, and fits`, async ({ openScreen }) => {
    const page = await openScreen(name, 'full', 'id_ID');
    await act?.(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await fixedTexts(page)).toEqual([]);
    await expect.poll(() => widthOf(page)).toBe(390);
  });
}

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
