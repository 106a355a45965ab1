import { createServer } from 'node:net';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { pages } from '@recline/contract/pages';
import { startApp } from '../e2e/app.ts';
import { findBrowser } from '../e2e/browser.ts';
import { makeSampleData, type SampleData } from '../e2e/sample-data.ts';
import { buildWeb } from '../scripts/build.ts';
import { startTemporaryPostgres } from './lib/postgres.ts';
import { installSeparately } from './lib/separate-packages.ts';

/** Lighthouse (mobile, default settings) on login, home and index; the middle of three runs by performance. */

const runs = 3;
const goal = 95;
const categories = ['performance', 'accessibility', 'best-practices'];

interface Audit {
  title: string;
  score: number | null;
  scoreDisplayMode: string;
}
interface Result {
  lhr: {
    runtimeError?: { message: string };
    audits: Record<string, Audit>;
    categories: Record<string, { score: number | null } | undefined>;
  };
}
const { folder } = installSeparately('lighthouse', 'lighthouse');
const { default: lighthouse } = (await import(join(folder, 'node_modules/lighthouse/core/index.js'))) as {
  default(url: string, flags: object): Promise<Result | undefined>;
};

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });

async function scoresOf(url: string, port: number): Promise<Record<string, number>> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: categories,
    disableStorageReset: true,
    logLevel: 'error',
  });
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  for (const { title, score, scoreDisplayMode } of Object.values(lhr.audits)) {
    if (process.env.DETAILS && scoreDisplayMode !== 'informative' && score !== null && score < 0.9)
      console.log(`  ${score.toFixed(2)} ${title}`);
  }
  return Object.fromEntries(categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]));
}

async function storeToken(context: BrowserContext, url: string, token: string | null): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/api/docs`); // of the same origin, and not the app itself
  await page.evaluate((value) => {
    localStorage.clear();
    if (value) localStorage.setItem('Access-Token', value);
  }, token);
  await page.close();
}

async function measureAll(context: BrowserContext, url: string, port: number, sample: SampleData): Promise<void> {
  const audits = [
    { page: 'login', path: pages.login, token: null },
    { page: 'home', path: pages.home, token: sample.manager.token },
    { page: 'index', path: `${pages.index}?deviceId=${sample.freeChair}`, token: sample.guest.token },
  ];
  const rows = [];
  for (const { page, path, token } of audits) {
    await storeToken(context, url, token);
    const all = [];
    for (let run = 0; run < runs; run += 1) all.push(await scoresOf(`${url}${path}`, port));
    all.sort((a, b) => (a.performance ?? 0) - (b.performance ?? 0));
    const middle = all[Math.floor(runs / 2)] ?? {};
    const met = Object.values(middle).every((score) => score >= goal);
    rows.push({ page, ...middle, verdict: `${met ? 'met' : 'MISSED'} (≥ ${goal})` });
  }
  console.table(rows);
}

buildWeb();
const postgres = await startTemporaryPostgres();
process.env.E2E_POSTGRES_URL = postgres.url;
const app = await startApp();
const port = await freePort();
const { executablePath, args } = await findBrowser();
const context = await chromium.launchPersistentContext(join(postgres.folder, 'profile'), {
  executablePath,
  args: [...args, `--remote-debugging-port=${port}`],
  serviceWorkers: 'block',
});
try {
  await measureAll(context, app.url, port, await makeSampleData(app));
} finally {
  await context.close();
  await app.stop();
  await postgres.stop();
}
