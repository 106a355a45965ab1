import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

interface Browser {
  executablePath: string;
  args: string[];
}

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macApps = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** Nothing is fetched in the background, and root may run it. */
const linux = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

export async function findBrowser(): Promise<Browser> {
  const found = await browserIfAny();
  if (found) return found;
  throw new Error('No Chrome or Chromium found. Install one, or run: npx playwright install chromium-headless-shell');
}

/** The Chromium from npm (Linux on x64), else an installed one, else one that Playwright has downloaded before. */
export async function browserIfAny(): Promise<Browser | undefined> {
  // Workers of a run inherit what its first process found.
  process.env.RECLINE_BROWSER ??= (await candidates()).find(runs) ?? '';
  const executablePath = process.env.RECLINE_BROWSER;
  return executablePath === '' ? undefined : { executablePath, args: process.platform === 'linux' ? linux : [] };
}

async function candidates(): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...(await packaged()), ...installed, ...macApps, chromium.executablePath()];
}

async function packaged(): Promise<string[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const { default: ofNpm } = await import('@sparticuz/chromium');
  return [await ofNpm.executablePath()];
}

const runs = (path: string): boolean => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
