import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Nothing is fetched in the background, and root may run it. */
const linux = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** The Chromium from npm (Linux x64), else an installed Chrome or Chromium, else Playwright's own. */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  return { executablePath: await findExecutable(), args: process.platform === 'linux' ? linux : [] };
}

async function findExecutable() {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: packaged } = await import('@sparticuz/chromium');
    return packaged.executablePath();
  }
  const executablePath = [...installed, chromium.executablePath()].find((path) => existsSync(path));
  if (!executablePath) {
    throw new Error('No Chrome or Chromium found. Install one, or run: npx playwright install chromium');
  }
  return executablePath;
}
