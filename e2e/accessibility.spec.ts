import type { Page } from '@playwright/test';
import { pages, pageUrl, payPath } from '@recline/contract/pages';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, test } from './fixtures.ts';
import { screenNames, screenStates } from './screen-states.ts';

interface WithAxe {
  axe: { run(where: Document, options: RunOptions): Promise<AxeResults> };
}

/** The violations that axe reports, one line each. */
const violations = (page: Page, rules?: string[]) =>
  page.evaluate(async (only) => {
    const options: RunOptions = { resultTypes: ['violations'], ...(only && { runOnly: only }) };
    const found = await (window as unknown as WithAxe).axe.run(document, options);
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
  }, rules);

/** In both themes; the dark theme differs in colours only. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await violations(page, ['color-contrast']))];
}

/** Names of interactive elements that the Tab key never reaches. One of a radio group is enough. */
const unreachable = `(() => {
  const targets = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')];
  const reachable = (element) =>
    element.tabIndex >= 0 || (element.type === 'radio' && document.querySelector('[name="' + element.name + '"]'));
  return targets
    .filter((element) => !element.disabled && element.checkVisibility() && !reachable(element))
    .map((element) => element.outerHTML.slice(0, 120));
})()`;

for (const name of screenNames) {
  const { states, interactions = {} } = screenStates[name];
  const [first, ...others] = Object.entries(interactions);
  for (const state of states) {
    test(`axe finds nothing on ${name} when its data is ${state}`, async ({ openScreen }) => {
      const page = await openScreen(name, state);
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(unreachable)).toEqual([]);
      if (state !== 'full' || !first) return;
      const [interaction, perform] = first;
      await perform(page);
      expect(await findings(page), `after ${interaction}`).toEqual([]);
    });
  }
  for (const [interaction, perform] of others) {
    test(`axe finds nothing on ${name} after ${interaction}`, async ({ openScreen }) => {
      const page = await openScreen(name);
      await perform(page);
      expect(await findings(page)).toEqual([]);
    });
  }
}

for (const status of ['running', 'finished', 'failed'] as const) {
  test(`axe finds nothing on the page without scripts of an order that is ${status}`, async ({ app, openAs }) => {
    const { deviceId } = await app.world.device(await app.world.outlet(), { online: true });
    const guest = await app.world.consumer();
    const { orderId } = await app.world.order(deviceId, { status, placedBy: guest });
    const page = await openAs(guest, pageUrl(pages.myOrders, {})); // its calls bring the cookie of the session
    await expect.poll(async () => (await page.context().cookies()).some(({ name }) => /session/.test(name))).toBe(true);
    await page.goto(pageUrl(payPath, { orderId }));
    await expect(page.getByText(deviceId).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}
