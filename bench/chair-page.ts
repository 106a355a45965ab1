import { setTimeout as sleep } from 'node:timers/promises';
import { type Defer, withCleanups } from './lib/cleanups.ts';
import { median } from './lib/figures.ts';
import { spawnFleet } from './lib/fleet-process.ts';
import { numericOptions } from './lib/options.ts';
import { durable, startTemporaryPostgres } from './lib/postgres.ts';
import { useOf, useOfFamily } from './lib/processes.ts';
import { startProduct } from './lib/product.ts';
import { failuresOf, type Report } from './lib/tally.ts';
import { startWorker } from './lib/worker.ts';
import type { Size } from './lib/world.ts';
import type { PagesRequest, PagesSettings } from './workers/pages.ts';
import type { StartsReport, StartsRequest, StartsSettings } from './workers/starts.ts';

/**
 * The cost of a chair's page: processor time of server and database for each, and the latency of starts under a load of
 * 200 pages a second, in turns with the latency without that load, and with the same pages opened at another server with
 * another database. The last tells how much of it is the machine's: the two share nothing but its processors and disk.
 * `node bench/chair-page.ts --pages 200 --starts 50 --seconds 20 --rounds 3`
 */

const { pages, starts, seconds, rounds, chairs } = numericOptions({
  /** A second. */
  pages: 200,
  /** A second, as in `load.ts`. */
  starts: 50,
  /** Length of each part of a round. */
  seconds: 20,
  rounds: 3,
  chairs: 1_000,
});
const goals = { milliseconds: 1, ratio: 1.25 };
const size: Size = { outlets: 20, chairs, managers: 20, consumers: 0, history: 20_000 };
const runSeconds = 5;

/** Milliseconds, and shares of one processor. */
interface Round {
  /** Processor time for a page. */
  server: number;
  database: number;
  /** The p99 of starts without the pages, with them, and while they are opened at the other server. */
  without: number;
  beside: number;
  elsewhere: number;
  /** What each process takes while pages and starts go on. */
  shares: Record<string, number>;
}

type Setup = Awaited<ReturnType<typeof setUp>>;

async function startAll(defer: Defer) {
  const postgres = await startTemporaryPostgres(durable);
  defer(postgres.stop);
  const product = await startProduct(postgres, size);
  defer(product.stop);
  return { postgres, product };
}

async function setUp(defer: Defer) {
  const { postgres, product } = await startAll(defer);
  const other = await startAll(defer);
  const fleet = await spawnFleet(chairs, product.mqttUrl, runSeconds);
  defer(fleet.stop);
  await product.chairsOnline();
  const { url, priceId } = product;
  const startGuests = (at: string) =>
    startWorker<PagesRequest, Report>('pages', { url: at, chairs } satisfies PagesSettings);
  const starting: StartsSettings = { url, priceId, size };
  const workers = {
    guests: await startGuests(url),
    guestsElsewhere: await startGuests(other.product.url),
    managers: await startWorker<StartsRequest, StartsReport>('starts', starting),
  };
  for (const { stop } of Object.values(workers)) defer(stop);
  const use = {
    server: () => useOf(product.pid),
    database: () => useOfFamily(postgres.pid),
    chairs: () => useOf(fleet.pid),
    guests: () => useOf(workers.guests.pid),
    managers: () => useOf(workers.managers.pid),
  };
  return { ...workers, use };
}

const problems = new Set<string>();

function checked<R extends Report>(report: R): R {
  for (const kind of report.kinds) {
    const failures = failuresOf(kind);
    if (failures !== '') problems.add(`${kind.kind}: ${failures}`);
  }
  return report;
}

const openPages = async (guests: Setup['guests']) => checked(await guests.ask({ perSecond: pages, seconds }));

async function p99OfStarts({ managers }: Setup): Promise<number> {
  const report = checked(await managers.ask({ perSecond: starts, seconds, leadInSeconds: 2 }));
  await sleep(runSeconds * 1000);
  return report.kinds.find(({ kind }) => kind === 'start')?.p99 ?? Number.NaN;
}

type Use = Setup['use'];

/** Milliseconds of processor time that each process takes for the work. */
async function costOf({ use }: Setup, work: () => Promise<unknown>): Promise<Record<keyof Use, number>> {
  const read = async () =>
    Promise.all(Object.entries(use).map(async ([name, of]) => [name, (await of()).cpu * 1000] as const));
  const before = Object.fromEntries(await read());
  await work();
  const spent = (await read()).map(([name, cpu]) => [name, cpu - (before[name] ?? 0)]);
  return Object.fromEntries(spent) as Record<keyof Use, number>;
}

async function playRound(setup: Setup): Promise<Round> {
  const idle = await costOf(setup, () => sleep(seconds * 1000));
  const cost = await costOf(setup, () => openPages(setup.guests));
  const without = await p99OfStarts(setup);
  const [beside, used] = await Promise.all([p99OfStarts(setup), costOf(setup, () => openPages(setup.guests))]);
  const [elsewhere] = await Promise.all([p99OfStarts(setup), openPages(setup.guestsElsewhere)]);
  const opened = pages * seconds;
  const round = {
    server: (cost.server - idle.server) / opened,
    database: (cost.database - idle.database) / opened,
    without,
    beside,
    elsewhere,
    shares: Object.fromEntries(Object.entries(used).map(([name, spent]) => [name, spent / (seconds * 1000)])),
  };
  printRound(round);
  return round;
}

function printRound({ shares, ...figures }: Round): void {
  const list = (of: Record<string, number>, unit: string, factor: number, digits: number) =>
    Object.entries(of)
      .map(([name, figure]) => `${name} ${(figure * factor).toFixed(digits)} ${unit}`)
      .join(', ');
  console.log(`${list(figures, 'ms', 1, 2)}; of a processor: ${list(shares, '%', 100, 0)}`);
}

function print(played: Round[]): void {
  const mid = (name: Exclude<keyof Round, 'shares'>) => median(played.map((round) => round[name]));
  const verdict = (figure: number, goal: number) =>
    `${figure.toFixed(2)}, goal ${goal}: ${figure <= goal ? 'met' : 'MISSED'}`;
  console.log(`processor time of the server for a page, in ms: ${verdict(mid('server'), goals.milliseconds)}`);
  console.log(`processor time of PostgreSQL for a page, in ms: ${mid('database').toFixed(2)}`);
  const beside = mid('beside') / mid('without');
  console.log(`p99 of starts with ${pages} pages a second, relative to that without: ${verdict(beside, goals.ratio)}`);
  console.log(`with these pages opened at another server: ${(mid('elsewhere') / mid('without')).toFixed(2)}`);
}

await withCleanups(async (defer) => {
  const setup = await setUp(defer);
  // Compiles the code and fills the caches.
  for (const guests of [setup.guests, setup.guestsElsewhere]) await openPages(guests);
  const played: Round[] = [];
  while (played.length < rounds) played.push(await playRound(setup));
  print(played);
  for (const problem of problems) console.log(`  ${problem}`);
  if (problems.size > 0) process.exitCode = 1;
});
