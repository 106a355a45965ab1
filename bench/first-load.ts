import { chromium } from '@playwright/test';
import { pages, pageUrl } from '@recline/contract/pages';
import { startApp } from '../e2e/app.ts';
import { findBrowser } from '../e2e/browser.ts';
import { makeSampleData } from '../e2e/sample-data.ts';
import { buildWeb } from '../scripts/build.ts';
import { type ChairFigures, type ChairPage, measureChairPage } from './first-load/chair-page.ts';
import { type Figures, measure, type Subject } from './first-load/measure.ts';
import { measurePaying, type PayingFigures } from './first-load/paying.ts';
import { buildPeer, servePeer } from './first-load/peer.ts';
import { median } from './lib/figures.ts';
import { startTemporaryPostgres } from './lib/postgres.ts';

/**
 * How fast the app and a chair's page open on a slow phone, compared with a login, an overview and a chair's page in
 * uni-app (Vue 3) in the same run, and how fast a payment reaches the provider's page, which is the same for both:
 * headless Chromium, 4x CPU slowdown, 1.6 Mbps, 150 ms round trip, median of 7; the cache is cold, except for a known
 * guest. `node bench/first-load.ts [runs]`
 */

const runs = Number(process.argv[2] ?? 7);
const goals: Partial<Record<keyof Figures, number>> = { lcp: 0.28, formUsable: 0.7, loginToHome: 0.65 };
const chairGoals: Partial<Record<keyof ChairFigures, number>> = { priceVisible: 0.35, payable: 0.7 };
const payingGoals: Partial<Record<keyof PayingFigures, number>> = { coldVisit: 0.6 };

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

const ourChair = (url: string, deviceId: string): ChairPage => ({
  url: `${url}${pageUrl(pages.index, { deviceId })}`,
  price: '¥15.00',
  pay: 'div[class*=_bar_] > button',
});
const theirChair = (url: string, deviceId: string): ChairPage => ({
  url: `${url}/pages/chair/chair?deviceId=${deviceId}`,
  price: '¥15.00',
  pay: '#pay',
});

const namesIn = <F extends object>(figures: F) => Object.keys(figures) as (keyof F & string)[];

/** Ours and the peer's in turns. */
async function compare<F extends object>(measureOurs: () => Promise<F>, measureTheirs: () => Promise<F>) {
  const [our, their]: [F[], F[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    our.push(await measureOurs());
    their.push(await measureTheirs());
    process.stdout.write(`\rrun ${run + 1} of ${runs}`);
  }
  const mediansOf = (all: F[]) => {
    const [first] = all as [F];
    return Object.fromEntries(namesIn(first).map((name) => [name, median(all.map((each) => Number(each[name])))]));
  };
  return { our: mediansOf(our), their: mediansOf(their) };
}

type Compared = Awaited<ReturnType<typeof compare>>;

function report({ our, their }: Compared, goalOf: Partial<Record<string, number>>): void {
  const row = (name: string) => {
    const [ourFigure = Number.NaN, theirFigure = Number.NaN] = [our[name], their[name]];
    const ratio = ourFigure / theirFigure;
    const goal = goalOf[name];
    const verdict = goal === undefined ? '' : `${ratio <= goal ? 'met' : 'MISSED'} (≤ ${goal})`;
    return { figure: name, ours: ourFigure.toFixed(2), peer: theirFigure.toFixed(2), ratio: ratio.toFixed(2), verdict };
  };
  console.log('\n');
  console.table(Object.keys(our).map(row));
}

buildWeb();
buildPeer();
const postgres = await startTemporaryPostgres();
process.env.E2E_POSTGRES_URL = postgres.url;
const app = await startApp();
const peer = await servePeer(app.url);
const browser = await chromium.launch(await findBrowser());
try {
  const { manager, freeChair } = await makeSampleData(app);
  const openChair = (page: ChairPage) => () => measureChairPage(browser, page);
  const ofChair = await compare(openChair(ourChair(app.url, freeChair)), openChair(theirChair(peer.url, freeChair)));
  report(ofChair, chairGoals);
  const payAt = (page: ChairPage) => () => measurePaying(browser, page);
  const ofPaying = await compare(payAt(ourChair(app.url, freeChair)), payAt(theirChair(peer.url, freeChair)));
  report(ofPaying, payingGoals);
  const { rows } = await app.pool.query<{ orders: number; guests: number }>(
    `SELECT count(*)::int AS orders, count(DISTINCT placed_by)::int AS guests FROM orders
     WHERE device_id = $1 AND status = 'pending'`,
    [freeChair],
  );
  console.log(`unpaid orders of the ${6 * runs} guests:`, rows[0]);
  const openApp = (subject: Subject) => () => measure(browser, subject, manager);
  report(await compare(openApp(ours(app.url)), openApp(theirs(peer.url))), goals);
} finally {
  await browser.close();
  peer.stop();
  await app.stop();
  await postgres.stop();
}
