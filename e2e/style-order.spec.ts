import { expect, test } from './fixtures.ts';
import { screenNames, screenStates } from './screen-states.ts';
import { stylesDecidedByOrder } from './style-order.ts';

const firstSelector = `[...document.styleSheets[0].cssRules].find((rule) => rule.selectorText).selectorText`;

for (const name of screenNames) {
  test(`no style on ${name} depends on which file was loaded first`, async ({ openScreen }) => {
    const page = await openScreen(name);
    expect(await page.evaluate(firstSelector), 'the global styles come first').toBe(':root');
    expect(await page.evaluate(stylesDecidedByOrder)).toEqual([]);
    const [perform] = Object.values(screenStates[name].interactions ?? {});
    if (!perform) return;
    await perform(page);
    expect(await page.evaluate(stylesDecidedByOrder)).toEqual([]);
  });
}

test('a style that only the order decides is found', async ({ openScreen }) => {
  const page = await openScreen('home');
  await page.evaluate(() => {
    const [sheet] = document.styleSheets;
    sheet?.insertRule('._one_aaaaa_1 { color: red }', sheet.cssRules.length);
    sheet?.insertRule('._two_bbbbb_1 { color: blue }', sheet.cssRules.length);
    document.querySelector('main')?.classList.add('_one_aaaaa_1', '_two_bbbbb_1');
  });
  expect(await page.evaluate(stylesDecidedByOrder)).toEqual(['color: ._one_aaaaa_1 or ._two_bbbbb_1']);
});
