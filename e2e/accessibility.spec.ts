import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { paths } from '../web/src/app/paths.ts';
import type { Cast } from './cast.ts';
import { expect, test } from './fixtures.ts';
import { arrange, type DataState, scenes, searchOf, settled, tokenFor } from './scenes.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

type Name = keyof typeof scenes;

async function open(page: Page, name: Name, state: DataState, cast: Cast): Promise<void> {
  const scene = scenes[name];
  const token = tokenFor(scene, state, cast);
  if (token) await page.addInitScript((value) => localStorage.setItem('Access-Token', value), token);
  await arrange(page, state);
  await page.goto(`${paths[name]}${searchOf(scene, cast)}`);
  await settled(page, state);
}

/** What axe finds, as short sentences; in the dark, only colours can differ. */
async function findings(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await new AxeBuilder({ page }).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await new AxeBuilder({ page }).withRules('color-contrast').analyze();
  return [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
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

for (const [name, scene] of Object.entries(scenes) as [Name, (typeof scenes)[Name]][]) {
  for (const state of scene.states) {
    test(`axe finds nothing on ${name} when its data is ${state}`, async ({ page, cast }) => {
      await open(page, name, state, cast);
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(unreachable)).toEqual([]);
    });
  }
  for (const [act, perform] of Object.entries(scene.acts ?? {})) {
    test(`axe finds nothing on ${name} after ${act}`, async ({ page, cast }) => {
      await open(page, name, 'full', cast);
      await perform(page);
      expect(await findings(page)).toEqual([]);
    });
  }
}
