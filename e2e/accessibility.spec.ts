import type { Page } from '@playwright/test';
import { pages, pageUrl, payPath } from '@recline/contract/pages';
import { type OrderStatus, orderStatuses } from '@recline/contract/values';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { App } from './app.ts';
import { expect, test } from './fixtures.ts';
import { screenNames, screenStates } from './screen-states.ts';

interface WithAxe {
  axe: { run(where: Document, options: RunOptions): Promise<AxeResults> };
}

/** A rule of WCAG 2.2, level AA, that axe does not run by itself. */
const switchedOn: RunOptions['rules'] = { 'target-size': { enabled: true } };

/** The violations that axe reports, one line each. */
const violations = (page: Page, only?: string[]) =>
  page.evaluate(
    async ({ only, rules }) => {
      const options: RunOptions = { resultTypes: ['violations'], ...(only ? { runOnly: only } : { rules }) };
      const found = await (window as unknown as WithAxe).axe.run(document, options);
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
      );
    },
    { only, rules: switchedOn },
  );

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

for (const chair of ['busyChair', 'faultyChair', 'offlineChair', 'unknownChair'] as const) {
  test(`axe finds nothing on the page of a chair that cannot be started: ${chair}`, async ({ sample, page }) => {
    await page.goto(pageUrl(pages.index, { deviceId: { ...sample, unknownChair: 'NO-SUCH-CHAIR' }[chair] }));
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}

async function orderThatIs(status: OrderStatus, { world }: App) {
  const { deviceId } = await world.device(await world.outlet(), { online: true });
  const guest = await world.consumer();
  const { orderId } = await world.order(deviceId, { status, placedBy: guest });
  return { guest, deviceId, orderId };
}

for (const status of orderStatuses) {
  test(`axe finds nothing on the countdown of an order that is ${status}`, async ({ app, openAs }) => {
    const { guest, deviceId, orderId } = await orderThatIs(status, app);
    const page = await openAs(guest, pageUrl(pages.countdown, { orderId }));
    await expect(page.getByText(deviceId).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}

for (const status of ['running', 'finished', 'failed'] as const) {
  test(`axe finds nothing on the page without scripts of an order that is ${status}`, async ({ app, openAs }) => {
    const { guest, deviceId, orderId } = await orderThatIs(status, app);
    const page = await openAs(guest, pageUrl(pages.myOrders, {})); // its calls bring the cookie of the session
    await expect.poll(async () => (await page.context().cookies()).some(({ name }) => /session/.test(name))).toBe(true);
    await page.goto(pageUrl(payPath, { orderId }));
    await expect(page.getByText(deviceId).first()).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
}
