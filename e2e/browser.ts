import { existsSync } from 'node:fs';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** The Chromium from npm (Linux x64), else an installed Chrome or Chromium, else Playwright's own. */
export async function findBrowser(): Promise<{ executablePath?: string; args: string[] }> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: chromium } = await import('@sparticuz/chromium');
    return { executablePath: await chromium.executablePath(), args: quiet };
  }
  const executablePath = installed.find((path) => existsSync(path));
  if (!executablePath) process.stderr.write('No Chrome or Chromium found: using the browser of Playwright.\n');
  return { executablePath, args: [] };
}
