import type { Page } from '@playwright/test';
import { pages, pageUrl } from '@recline/contract/pages';
import { expect, test } from './fixtures.ts';
import { screenNames, screenStates } from './screen-states.ts';

// Where lines break: between the words of a Chinese sentence, and never inside a number.

/** Parts of texts that match and stand on more than one line. */
const broken = (page: Page, kind: 'words' | 'amounts') =>
  page.evaluate((kind) => {
    const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
    const amount = /(?:¥|₱|RM\s?|Rp\s?)\d[\d.,]*/g;
    const words = (text: string) =>
      [...segmenter.segment(text)].filter(({ segment }) => /^\p{Script=Han}{2,4}$/u.test(segment));
    const amounts = (text: string) => [...text.matchAll(amount)].map(({ 0: segment, index }) => ({ segment, index }));
    const partsOf = kind === 'words' ? words : amounts;
    const linesOf = (node: Text, from: number, to: number) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
    };
    const walker = document.createTreeWalker(document.querySelector('#app') ?? document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility() || parent.closest('.hidden-text, option, [class*=words], [class*=reply]'))
        continue;
      for (const { segment, index } of partsOf(node.data))
        if (linesOf(node, index, index + segment.length).size > 1) found.push(`${segment} in ${node.data}`);
    }
    return found;
  }, kind);

async function expectWholeWords(page: Page, state: string): Promise<void> {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await broken(page, 'words'), `${state} at ${width} px`).toEqual([]);
  }
}

for (const name of screenNames) {
  test(`on ${name} no Chinese word is broken at the end of a line`, async ({ openScreen }) => {
    const page = await openScreen(name);
    await expectWholeWords(page, 'the screen');
    for (const [interaction, perform] of Object.entries(screenStates[name].interactions ?? {})) {
      await page.goto('about:blank'); // a reload would keep an open sheet
      await openScreen(name);
      await perform(page);
      await expectWholeWords(page, interaction);
    }
  });

  test(`on ${name} no amount is broken inside its number on a screen of 280 px`, async ({ openScreen }) => {
    for (const language of ['zh_CN', 'id_ID'] as const) {
      const page = await openScreen(name, 'full', language);
      await page.setViewportSize({ width: 280, height: 800 });
      expect(await broken(page, 'amounts'), language).toEqual([]);
    }
  });
}

for (const status of ['pending', 'finished', 'failed', 'refunded', 'cancelled'] as const) {
  test(`on an order that is ${status} no Chinese word is broken at the end of a line`, async ({ app, openAs }) => {
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
    const guest = await app.world.consumer();
    const { orderId } = await app.world.order(deviceId, { status, placedBy: guest, amount: 1500 });
    const page = await openAs(guest, pageUrl(pages.countdown, { orderId }));
    await expect(page.getByText('订单号')).toBeVisible();
    await expectWholeWords(page, status);
  });
}

for (const errType of ['device', 'branch', 'priceList', 'network', 'notFound', 'forbidden', 'other']) {
  test(`on the error page for ${errType} no Chinese word is broken at the end of a line`, async ({ page }) => {
    await page.goto(pageUrl(pages.error, { errType }));
    await expect(page.getByRole('main').getByRole('button')).toBeVisible();
    await expectWholeWords(page, errType);
  });
}
