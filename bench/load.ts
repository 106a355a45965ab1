import { setTimeout as sleep } from 'node:timers/promises';
import { type Defer, withCleanups } from './lib/cleanups.ts';
import { median } from './lib/figures.ts';
import { spawnFleet } from './lib/fleet-process.ts';
import { numericOptions } from './lib/options.ts';
import { durable, startTemporaryPostgres } from './lib/postgres.ts';
import { useOf, useOfFamily, watchProcesses } from './lib/processes.ts';
import { startProduct } from './lib/product.ts';
import { errorsIn, type Report, refusalsIn } from './lib/tally.ts';
import { startWorker } from './lib/worker.ts';
import type { Size } from './lib/world.ts';
import { printCalls, printOrders, printUse } from './load/print.ts';
import type { CrowdRequest, CrowdSettings } from './workers/crowd.ts';
import type { GuestsReport, GuestsRequest, GuestsSettings } from './workers/guests.ts';
import type { ManagersReport, ManagersRequest, ManagersSettings } from './workers/managers.ts';
import type { PagesRequest, PagesSettings } from './workers/pages.ts';

/**
 * A working day's load on one machine: managers at their screens, chairs with heartbeats, runs and coins, and
 * starts at a fixed rate. Then an overload, and the recovery from it.
 * `node bench/load.ts --minutes 10 --managers 2000 --chairs 10000 --starts 50`
 */

const options = numericOptions({
  minutes: 10,
  managers: 2_000,
  chairs: 10_000,
  /** A second. */
  starts: 50,
  coins: 5,
  /** Seconds that a manager reads a screen, on average. */
  think: 20,
  /** Orders of the past year. */
  history: 200_000,
  /** Chairs' pages a second, in rounds in turn with the same load without them; 0 leaves these out. */
  pages: 0,
  /** Seconds of overload; 0 leaves it out, and the recovery with it. */
  overload: 20,
  /** Seconds of the recovery. */
  recovery: 20,
});
const { managers, chairs, history, think } = options;
const rates = { startsPerSecond: options.starts, coinsPerSecond: options.coins };
const size: Size = { outlets: Math.min(200, managers), chairs, managers, consumers: 500, history };

type Setup = Awaited<ReturnType<typeof setUp>>;

async function setUp(defer: Defer) {
  const postgres = await startTemporaryPostgres(durable);
  defer(postgres.stop);
  console.log(`filling a database: ${size.outlets} outlets, ${chairs} chairs, ${history} orders of the past year`);
  const product = await startProduct(postgres, size);
  defer(product.stop);
  const begun = performance.now();
  const fleet = await spawnFleet(chairs, product.mqttUrl);
  defer(fleet.stop);
  console.log(`all chairs connected after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  await product.chairsOnline();
  const { url, priceId } = product;
  const screens: ManagersSettings = { url, managers, streams: managers, think };
  const visits: GuestsSettings = { url, priceId, size, control: fleet.control };
  const crowd: CrowdSettings = { url, managers };
  const workers = {
    managers: await startWorker<ManagersRequest, ManagersReport>('managers', screens),
    guests: await startWorker<GuestsRequest, GuestsReport>('guests', visits),
    pages: await startWorker<PagesRequest, Report>('pages', { url, chairs } satisfies PagesSettings),
    crowd: await startWorker<CrowdRequest, Report>('crowd', crowd),
  };
  for (const { stop } of Object.values(workers)) defer(stop);
  return { postgres, product, fleet, workers };
}

/** Runs managers and guests together for this many seconds. */
async function mixedLoad({ workers }: Setup, request: GuestsRequest) {
  await workers.managers.ask({ active: true });
  const atChairs = await workers.guests.ask(request);
  const atScreens = await workers.managers.ask({ active: false });
  return { atScreens, atChairs };
}

function printMixedLoad(title: string, { atScreens, atChairs }: Awaited<ReturnType<typeof mixedLoad>>): void {
  printCalls(`${title}: managers, with ${atScreens.streams} event streams (${atScreens.chunks} chunks)`, atScreens);
  const { startsByManagers, startsByGuests, coins } = atChairs;
  printCalls(`${title}: starts (${startsByManagers} for cash, ${startsByGuests} online, ${coins} coins)`, atChairs);
}

/** Returns how many calls failed or were refused. The warm-up is printed only where some did. */
async function steadyLoad(setup: Setup): Promise<number> {
  const { postgres, product, fleet, workers } = setup;
  const begun = new Date();
  const seconds = options.minutes * 60;
  const warmUp = await mixedLoad(setup, { ...rates, seconds: Math.min(30, seconds / 5) });
  if (failuresIn(warmUp) > 0) printMixedLoad('warm-up', warmUp);
  const watch = watchProcesses(
    [
      { name: 'server', read: () => useOf(product.pid) },
      { name: 'PostgreSQL', read: () => useOfFamily(postgres.pid) },
      { name: 'chairs', read: () => useOf(fleet.pid) },
      { name: 'managers', read: () => useOf(workers.managers.pid) },
      { name: 'guests', read: () => useOf(workers.guests.pid) },
    ],
    2,
  );
  const result = await mixedLoad(setup, { ...rates, seconds });
  const uses = await watch.stop();
  printMixedLoad('steady load', result);
  printUse(uses, ['server', 'PostgreSQL']);
  await printOrders(product.pool, begun);
  return failuresIn(warmUp) + failuresIn(result);
}

const failuresIn = ({ atScreens, atChairs }: Awaited<ReturnType<typeof mixedLoad>>) =>
  errorsIn(atScreens) + refusalsIn(atScreens) + errorsIn(atChairs) + refusalsIn(atChairs);

const kindsOfStart = ['activate for cash', 'activate online', 'paid until it runs'];
const pageRounds = 3;
const roundSeconds = 60;
const goalBesidePages = 1.25;

/** Alternates rounds without and with chairs' pages, and compares the p99 of starts. */
async function loadBesidePages(setup: Setup): Promise<number> {
  const request = { ...rates, seconds: roundSeconds };
  const [without, beside]: [Report[], Report[]] = [[], []];
  let failures = 0;
  for (let round = 0; round < pageRounds; round += 1) {
    const alone = await mixedLoad(setup, request);
    const [together, opened] = await Promise.all([
      mixedLoad(setup, request),
      setup.workers.pages.ask({ perSecond: options.pages, seconds: roundSeconds }),
    ]);
    without.push(alone.atChairs);
    beside.push(together.atChairs);
    failures += failuresIn(alone) + failuresIn(together) + errorsIn(opened) + refusalsIn(opened);
  }
  printBesidePages(without, beside);
  return failures;
}

function printBesidePages(without: Report[], beside: Report[]): void {
  console.log(`\np99 of starts without and beside ${options.pages} pages a second, ms, by rounds of ${roundSeconds} s`);
  for (const kind of kindsOfStart) {
    const p99s = (reports: Report[]) =>
      reports.map((report) => report.kinds.find((each) => each.kind === kind)?.p99 ?? Number.NaN);
    const ratio = median(p99s(beside)) / median(p99s(without));
    const listed = (reports: Report[]) => p99s(reports).map(Math.round).join(', ');
    const verdict = ratio <= goalBesidePages ? 'met' : 'MISSED';
    console.log(
      `  ${kind}: ${listed(without)}; ${listed(beside)}; medians ${ratio.toFixed(2)} (goal ${goalBesidePages}: ${verdict})`,
    );
  }
}

/** The server may refuse calls during the overload, but not fail; five seconds later it must do neither. */
async function overloadAndRecovery(setup: Setup): Promise<number> {
  const health = watchHealth(setup.product.url);
  const crowd = await setup.workers.crowd.ask({ seconds: options.overload });
  printCalls(`overload: ${managers} managers without pause, ${options.overload} s`, crowd);
  console.log(`  health checks: ${health.stop()}`);
  await sleep(5_000);
  const begun = new Date();
  const startsPerSecond = Math.min(5, options.starts);
  const recovery = await mixedLoad(setup, { seconds: options.recovery, startsPerSecond, coinsPerSecond: 0 });
  printMixedLoad('5 s after the overload', recovery);
  await printOrders(setup.product.pool, begun);
  return errorsIn(crowd) + failuresIn(recovery);
}

function watchHealth(url: string) {
  const times: number[] = [];
  let failed = 0;
  const check = async () => {
    const begun = performance.now();
    const { status } = await fetch(`${url}/healthz`).catch(() => ({ status: 0 }));
    if (status === 200) times.push(performance.now() - begun);
    else failed += 1;
  };
  const timer = setInterval(() => void check(), 1_000);
  return {
    stop() {
      clearInterval(timer);
      return `${times.length} good, slowest ${Math.max(0, ...times).toFixed(0)} ms; ${failed} failed`;
    },
  };
}

await withCleanups(async (defer) => {
  const setup = await setUp(defer);
  let failures = await steadyLoad(setup);
  if (options.pages > 0) failures += await loadBesidePages(setup);
  if (options.overload > 0) failures += await overloadAndRecovery(setup);
  console.log(`\nerrors, and refusals outside the overload: ${failures} (goal: 0)`);
  process.exitCode = failures === 0 ? 0 : 1;
});
