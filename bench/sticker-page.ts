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
 * 200 pages a second, in turns with the latency without that load.
 * `node bench/sticker-page.ts --pages 200 --starts 10 --seconds 20 --rounds 3`
 */

const { pages, starts, seconds, rounds, chairs } = numericOptions({
  /** A second. */
  pages: 200,
  /** A second. */
  starts: 10,
  /** Of each part of a round. */
  seconds: 20,
  rounds: 3,
  chairs: 1_000,
});
const goals = { milliseconds: 1, ratio: 1.25 };
const size: Size = { outlets: 20, chairs, managers: 20, consumers: 0, history: 20_000 };
const runSeconds = 5;

/** Milliseconds. */
interface Round {
  /** Processor time for a page. */
  server: number;
  database: number;
  /** The p99 of starts without the pages, and beside them. */
  without: number;
  beside: number;
}

type Setup = Awaited<ReturnType<typeof setUp>>;

async function setUp(defer: Defer) {
  const postgres = await startTemporaryPostgres(durable);
  defer(postgres.stop);
  const product = await startProduct(postgres, size);
  defer(product.stop);
  defer((await spawnFleet(chairs, product.mqttUrl, runSeconds)).stop);
  await product.chairsOnline();
  const { url, priceId } = product;
  const opening: PagesSettings = { url, chairs };
  const starting: StartsSettings = { url, priceId, size };
  const workers = {
    guests: await startWorker<PagesRequest, Report>('pages', opening),
    managers: await startWorker<StartsRequest, StartsReport>('starts', starting),
  };
  for (const { stop } of Object.values(workers)) defer(stop);
  return { ...workers, serverPid: product.pid, postgresPid: postgres.pid };
}

const problems = new Set<string>();

function checked<R extends Report>(report: R): R {
  for (const kind of report.kinds) {
    const failures = failuresOf(kind);
    if (failures !== '') problems.add(`${kind.kind}: ${failures}`);
  }
  return report;
}

const openPages = async ({ guests }: Setup) => checked(await guests.ask({ perSecond: pages, seconds }));

async function p99OfStarts({ managers }: Setup): Promise<number> {
  const report = checked(await managers.ask({ perSecond: starts, seconds, leadInSeconds: 2 }));
  await sleep(runSeconds * 1000);
  return report.kinds.find(({ kind }) => kind === 'start')?.p99 ?? Number.NaN;
}

/** Milliseconds of processor time that server and database take for the work. */
async function costOf({ serverPid, postgresPid }: Setup, work: () => Promise<unknown>) {
  const read = async () => ({ server: await useOf(serverPid), database: await useOfFamily(postgresPid) });
  const before = await read();
  await work();
  const after = await read();
  return {
    server: (after.server.cpu - before.server.cpu) * 1000,
    database: (after.database.cpu - before.database.cpu) * 1000,
  };
}

async function playRound(setup: Setup): Promise<Round> {
  const idle = await costOf(setup, () => sleep(seconds * 1000));
  const cost = await costOf(setup, () => openPages(setup));
  const without = await p99OfStarts(setup);
  const [beside] = await Promise.all([p99OfStarts(setup), openPages(setup)]);
  const opened = pages * seconds;
  const round = {
    server: (cost.server - idle.server) / opened,
    database: (cost.database - idle.database) / opened,
    without,
    beside,
  };
  console.log(
    Object.entries(round)
      .map(([name, figure]) => `${name} ${figure.toFixed(2)} ms`)
      .join(', '),
  );
  return round;
}

function print(played: Round[]): void {
  const mid = (name: keyof Round) => median(played.map((round) => round[name]));
  const verdict = (figure: number, goal: number) =>
    `${figure.toFixed(2)}, goal ${goal}: ${figure <= goal ? 'met' : 'MISSED'}`;
  console.log(`processor time of the server for a page, in ms: ${verdict(mid('server'), goals.milliseconds)}`);
  console.log(`processor time of PostgreSQL for a page, in ms: ${mid('database').toFixed(2)}`);
  console.log(
    `p99 of starts beside ${pages} pages a second, by that without: ${verdict(mid('beside') / mid('without'), goals.ratio)}`,
  );
}

await withCleanups(async (defer) => {
  const setup = await setUp(defer);
  await openPages(setup); // compiles the code and fills the caches
  const played: Round[] = [];
  while (played.length < rounds) played.push(await playRound(setup));
  print(played);
  for (const problem of problems) console.log(`  ${problem}`);
  if (problems.size > 0) process.exitCode = 1;
});
