import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, test } from './fixtures.ts';
import { sceneNames, scenes } from './scenes.ts';

interface WithAxe {
  axe: { run(where: Document, options: RunOptions): Promise<AxeResults> };
}

/** What axe finds, as short sentences. */
const violations = (page: Page, rules?: string[]) =>
  page.evaluate(async (only) => {
    const options: RunOptions = { resultTypes: ['violations'], ...(only && { runOnly: only }) };
    const found = await (window as unknown as WithAxe).axe.run(document, options);
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
  }, rules);

/** In both themes; in the dark, only colours can differ. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await violations(page, ['color-contrast']))];
}

/** Names of what can be tapped but is never reached with the Tab key. Of a group of radio buttons one is enough. */
const unreachable = `(() => {
  const targets = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')];
  const reachable = (element) =>
    element.tabIndex >= 0 || (element.type === 'radio' && document.querySelector('[name="' + element.name + '"]'));
  return targets
    .filter((element) => !element.disabled && element.checkVisibility() && !reachable(element))
    .map((element) => element.outerHTML.slice(0, 120));
})()`;

for (const name of sceneNames) {
  const { states, acts = {} } = scenes[name];
  for (const state of states) {
    test(`axe finds nothing on ${name} when its data is ${state}`, async ({ openScene }) => {
      const page = await openScene(name, state);
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(unreachable)).toEqual([]);
    });
  }
  for (const [act, perform] of Object.entries(acts)) {
    test(`axe finds nothing on ${name} after ${act}`, async ({ openScene }) => {
      const page = await openScene(name);
      await perform(page);
      expect(await findings(page)).toEqual([]);
    });
  }
}
