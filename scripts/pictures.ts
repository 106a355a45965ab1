import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { devices } from '@recline/contract/devices';
import { pages, pageUrl } from '@recline/contract/pages';
import { logIn, makePhone } from '@recline/simulator/crowd/phone';
import { findBrowser } from '../e2e/browser.ts';
import { screenStates, waitUntilSettled } from '../e2e/screen-states.ts';
import { bringChineseFont } from './screens/fonts.ts';
import { type Look, type Theme, turnTo } from './screens/looks.ts';

/**
 * `npm run pictures`: README's pictures, taken from the demo while `npm start` runs; it buys a massage there. Another
 * address or folder: `npm run pictures -- --url http://127.0.0.1:9080 --folder pictures`.
 */

const demoManager = { account: 'manager', password: 'recline-demo' };
const wholePage: Look = { name: 'whole page', width: 375, height: 812 };
const firstScreen: Look = { ...wholePage, name: 'first screen', asSeen: true };

interface Picture {
  file: string;
  screen: keyof typeof screenStates;
  look: Look;
  theme: Theme;
}

const ofManager: Picture[] = [
  { file: 'home', screen: 'home', look: wholePage, theme: 'light' },
  { file: 'home-dark', screen: 'home', look: wholePage, theme: 'dark' },
  { file: 'orders', screen: 'orders', look: firstScreen, theme: 'light' },
  { file: 'chart', screen: 'chart', look: wholePage, theme: 'light' },
];

const { url, folder } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    folder: { type: 'string', default: join(import.meta.dirname, '../docs/screens') },
  },
}).values;

async function makeContext(browser: Browser, token?: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    hasTouch: true,
    isMobile: true,
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    viewport: wholePage,
  });
  await bringChineseFont(context);
  await context.addCookies([{ name: 'locale', value: 'en_US', url }]);
  const stored = { locale: 'en_US', ...(token && { 'Access-Token': token }) };
  await context.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(stored));
  return context;
}

async function take(page: Page, { file, screen, look, theme }: Picture): Promise<void> {
  await waitUntilSettled(page, 'full', screenStates[screen]);
  await turnTo(page, look, theme);
  await page.screenshot({ path: join(folder, `${file}.png`) });
}

async function takeManagers(browser: Browser, token: string): Promise<void> {
  const context = await makeContext(browser, token);
  for (const picture of ofManager) {
    const page = await context.newPage();
    await page.goto(pages[picture.screen]);
    await take(page, picture);
    await page.close();
  }
  await context.close();
}

/** A guest's way from the code on a chair to the countdown. */
async function takeGuests(browser: Browser, deviceId: string): Promise<void> {
  const context = await makeContext(browser);
  const page = await context.newPage();
  await page.goto(pageUrl(pages.index, { deviceId }));
  await take(page, { file: 'chair', screen: 'index', look: firstScreen, theme: 'light' });
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.locator('button[value=paid]').click();
  await page.getByRole('timer').waitFor();
  await take(page, { file: 'countdown', screen: 'countdown', look: firstScreen, theme: 'light' });
  await context.close();
}

const phone = makePhone(url, 'pictures');
const token = await logIn(phone, demoManager.account, demoManager.password);
const { rows } = await phone.call(devices.list, { online: 'online', use: 'idle' }, token);
const free = rows.find(({ faultCode }) => faultCode === null);
if (!free) throw new Error('no chair is free: try again in a minute');
await mkdir(folder, { recursive: true });
const browser = await chromium.launch(await findBrowser());
try {
  await takeManagers(browser, token);
  await takeGuests(browser, free.deviceId);
} finally {
  await browser.close();
}
