import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Language } from '@recline/contract/languages';
import { pages } from '@recline/contract/pages';
import { startApp } from '../e2e/app.ts';
import { findBrowser } from '../e2e/browser.ts';
import { makeSampleData, type SampleData } from '../e2e/sample-data.ts';
import {
  type DataState,
  screenStates,
  searchOf,
  simulateState,
  tokenFor,
  waitUntilSettled,
} from '../e2e/screen-states.ts';
import { startPostgresOfRun } from '../server/src/testing/database.ts';
import { buildWeb } from './build.ts';
import { type Choice, readChoice } from './screens/choice.ts';
import { bringChineseFont } from './screens/fonts.ts';
import { indexPage, type Picture } from './screens/index-page.ts';
import { turnTo } from './screens/looks.ts';

/**
 * `npm run screens`: screenshots of every screen, in every state, language, size and theme, in `screens/`, with an
 * index in `screens/index.html`. Options select some of them:
 * `npm run screens -- --only home,details --lang en_US --look 375 --theme dark --state full`.
 */

const folder = join(import.meta.dirname, '../screens');
const workers = 2;

/** One visit of a screen: it is loaded once and captured in every look. */
interface Opening {
  screen: keyof typeof screenStates;
  state: DataState;
  act?: string;
  language: Language;
}

function openingsOf({ screens, languages, state }: Choice): Opening[] {
  const all = languages.flatMap((language) =>
    screens.flatMap((screen): Opening[] => {
      const { states, interactions = {} } = screenStates[screen];
      const acted = Object.keys(interactions).map((act) => ({ screen, state: 'full' as const, act, language }));
      return [...states.map((each) => ({ screen, state: each, language })), ...acted];
    }),
  );
  return all.filter((opening) => state === undefined || (opening.act ?? opening.state) === state);
}

async function open(browser: Browser, url: string, sample: SampleData, opening: Opening): Promise<Page> {
  const { screen, state, act, language } = opening;
  const scene = screenStates[screen];
  const context = await browser.newContext({
    baseURL: url,
    hasTouch: true,
    isMobile: true,
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    viewport: { width: 375, height: 812 },
  });
  await bringChineseFont(context);
  await context.addCookies([{ name: 'locale', value: language, url }]);
  const stored = { 'Access-Token': tokenFor(scene, state, sample), locale: language };
  await context.addInitScript((entries) => {
    for (const [key, value] of entries) if (value !== null) localStorage.setItem(key, value);
  }, Object.entries(stored));
  const page = await context.newPage();
  await simulateState(page, state);
  await page.goto(`${pages[screen]}${searchOf(scene, sample)}`);
  await waitUntilSettled(page, state, scene);
  if (act) await scene.interactions?.[act]?.(page);
  return page;
}

async function shoot(page: Page, opening: Opening, choice: Choice): Promise<Picture[]> {
  const { screen, language } = opening;
  const state = opening.act ?? opening.state;
  const taken: Picture[] = [];
  for (const look of choice.looks) {
    for (const theme of choice.themes) {
      if (!(await turnTo(page, look, theme))) continue;
      const file = `${screen}/${state}.${language}.${look.name}.${theme}.png`;
      await page.screenshot({ path: join(folder, file), caret: 'initial' });
      taken.push({ file, screen, state, language, look: look.name, theme });
    }
  }
  return taken;
}

async function takeAll(browser: Browser, url: string, sample: SampleData, choice: Choice): Promise<Picture[]> {
  const waiting = openingsOf(choice);
  const total = waiting.length;
  const pictures: Picture[] = [];
  const work = async () => {
    for (let opening = waiting.shift(); opening; opening = waiting.shift()) {
      const page = await open(browser, url, sample, opening);
      pictures.push(...(await shoot(page, opening, choice)));
      await page.context().close();
      process.stdout.write(`\r${total - waiting.length} of ${total} openings, ${pictures.length} pictures`);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return pictures.sort((a, b) => a.file.localeCompare(b.file));
}

const choice = readChoice(process.argv.slice(2));
buildWeb();
const postgres = await startPostgresOfRun();
process.env.E2E_POSTGRES_URL = postgres.url;
const app = await startApp({ LOG_LEVEL: 'info' });
const browser = await chromium.launch(await findBrowser());
try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const pictures = await takeAll(browser, app.url, await makeSampleData(app), choice);
  await writeFile(join(folder, 'index.html'), indexPage(pictures));
  console.log(`\n${pictures.length} pictures: open screens/index.html`);
} finally {
  await browser.close();
  await app.stop();
  await postgres.stop();
}
