import { type Browser, chromium } from '@playwright/test';
import { startApp } from '../e2e/app.ts';
import { findBrowser } from '../e2e/browser.ts';
import { makeSampleData } from '../e2e/sample-data.ts';
import { buildWeb } from '../scripts/build.ts';
import { type Figures, measure, type Subject } from './first-load/measure.ts';
import { buildPeer, servePeer } from './first-load/peer.ts';
import { median } from './lib/figures.ts';
import { startTemporaryPostgres } from './lib/postgres.ts';

/**
 * How fast the app opens on a slow phone, beside a uni-app (Vue 3) login and overview in the same
 * run: headless Chromium, 4x CPU slowdown, 1.6 Mbps, 150 ms round trip, cold cache, median of 7.
 * `node bench/first-load.ts [runs]`
 */

const runs = Number(process.argv[2] ?? 7);
const goals: Partial<Record<keyof Figures, number>> = { lcp: 0.25, formUsable: 0.7, loginToHome: 0.65 };

const ours = (url: string): Subject => ({
  url: `${url}/`,
  submit: '#manager-form button[type=submit]',
  account: 'input[name=account]',
  password: 'input[name=password]',
  taps: ['#way-guest', '#way-manager'],
  complaint: '[aria-invalid=true]',
  home: 'main section .number',
});
const theirs = (url: string): Subject => ({
  url: `${url}/`,
  submit: 'uni-button',
  account: 'input[maxlength] >> nth=0',
  password: 'input[type=password]',
  taps: ['#way-guest', '#way-manager'],
  complaint: '.message',
  home: '.tile',
});

function medians(all: Figures[]): Figures {
  const names = Object.keys(all[0] ?? {}) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, median(all.map((each) => each[name]))])) as unknown as Figures;
}

async function compare(browser: Browser, urls: { our: string; their: string }, who: Parameters<typeof measure>[2]) {
  const our: Figures[] = [];
  const their: Figures[] = [];
  for (let run = 0; run < runs; run += 1) {
    our.push(await measure(browser, ours(urls.our), who));
    their.push(await measure(browser, theirs(urls.their), who));
    process.stdout.write(`\rrun ${run + 1} of ${runs}`);
  }
  return { our: medians(our), their: medians(their) };
}

function report({ our, their }: { our: Figures; their: Figures }): void {
  const row = (name: keyof Figures) => {
    const ratio = our[name] / their[name];
    const goal = goals[name];
    const verdict = goal === undefined ? '' : `${ratio <= goal ? 'met' : 'MISSED'} (≤ ${goal})`;
    return { figure: name, ours: our[name].toFixed(2), peer: their[name].toFixed(2), ratio: ratio.toFixed(2), verdict };
  };
  console.log('\n');
  console.table((Object.keys(our) as (keyof Figures)[]).map(row));
}

buildWeb();
buildPeer();
const postgres = await startTemporaryPostgres();
process.env.E2E_POSTGRES_URL = postgres.url;
const app = await startApp();
const peer = await servePeer(app.url);
const browser = await chromium.launch(await findBrowser());
try {
  const { manager } = await makeSampleData(app);
  report(await compare(browser, { our: app.url, their: peer.url }, manager));
} finally {
  await browser.close();
  peer.stop();
  await app.stop();
  await postgres.stop();
}
