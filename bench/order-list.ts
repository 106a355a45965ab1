import { couponProperties, gears, orderStatuses, orderTypes } from '@recline/contract/values';
import { type Random, randomOf } from '../server/src/demo/random.ts';
import { type Manager, managers } from './data-centre/calls.ts';
import { startBenchPostgres } from './data-centre/database.ts';
import { answerOf, at, get, type Running, startServer, type Target } from './data-centre/measure.ts';
import { median, quantile } from './lib/figures.ts';
import { numericOptions } from './lib/options.ts';

/**
 * How long a page of the order list takes over a year, as a multiple of a bare call (a session and a row by its key),
 * for managers of 1, 20 and 200 outlets. First the filters with a goal of 5, first and thousandth page; then
 * combinations drawn by a seed, with a goal of 30 for their median and a deadline of 2 s.
 * Build the data first: `node bench/dataset.ts`. `node bench/order-list.ts [--orders 10000000] [--seed 1]`
 */

const { orders, rounds, combinations, seed } = numericOptions({
  orders: 10_000_000,
  rounds: 15,
  combinations: 100,
  seed: 1,
});

const simple = [
  '',
  ...orderTypes.map((type) => `&type=${type}`),
  ...orderStatuses.map((status) => `&status=${status}`),
  '&deviceId=B100200',
  '&outletId=1',
  '&couponNo=CP1000',
  '&cashCouponNo=CC1000',
  '&keyword=B100200',
  '&keyword=0001',
  '&keyword=0001234',
  '&keyword=2026111822001400011234567890',
];

/** Two to four filters of one manager; some exclude each other. */
function drawn(random: Random): { who: Manager; filter: string } {
  const one = <T>(list: readonly T[]): T => list[random.between(0, list.length - 1)] as T;
  const filters = [
    `&type=${one(orderTypes)}`,
    `&status=${one(orderStatuses)}`,
    `&gear=${one(gears)}`,
    `&couponProperty=${one(couponProperties)}`,
    `&deviceId=B${100_000 + random.between(1, 10_000)}`,
    '&outletId=1',
    '&currency=CNY',
  ];
  const wanted = random.between(2, 4);
  while (filters.length > wanted) filters.splice(random.between(0, filters.length - 1), 1);
  return { who: one(managers), filter: filters.join('') };
}

interface Measured {
  /** Of the bare call, in the same rounds. */
  times: number;
  ms: number;
  rows: number | 'refused';
}

/** In turns with the bare call, so that a busy moment of the machine falls on both. */
async function measure(running: Running, target: Target): Promise<Measured> {
  const bare = { url: running.bareUrl, token: running.tokens.one };
  const [own, least]: [number[], number[]] = [[], []];
  let rows: Measured['rows'] = 'refused';
  for (let round = 0; round < rounds; round += 1) {
    least.push((await answerOf(bare)).ms);
    const { status, body, ms } = await answerOf(target);
    own.push(ms);
    if (status !== 200 && status !== 503) throw new Error(`${target.url}: ${body}`);
    rows = status === 200 ? (JSON.parse(body) as { data: { rows: unknown[] } }).data.rows.length : 'refused';
    if (ms > 1000 && round >= 2) break;
  }
  return { times: median(own) / median(least), ms: median(own), rows };
}

const text = ({ times, ms, rows }: Measured): string => `${times.toFixed(1)} (${ms.toFixed(1)} ms, ${rows})`;
const pathOf = (filter: string): string => `/order?period=year${filter}`;

async function thousandth(running: Running, path: string, who: Manager): Promise<string | null> {
  let cursor = '';
  for (let skipped = 0; skipped < 20_000; skipped += 100) {
    const body = await get(at(running, `${path}&limit=100${cursor && `&cursor=${cursor}`}`, who));
    const { nextCursor } = (JSON.parse(body) as { data: { nextCursor: string | null } }).data;
    if (nextCursor === null) return null;
    cursor = nextCursor;
  }
  return cursor;
}

async function simpleFilters(running: Running): Promise<void> {
  console.log(`\n| Filter | ${managers.map((who) => `${who}: first | ${who}: thousandth`).join(' | ')} |`);
  for (const filter of simple) {
    const cells: string[] = [];
    for (const who of managers) {
      const path = pathOf(filter);
      cells.push(text(await measure(running, at(running, path, who))));
      const cursor = await thousandth(running, path, who);
      cells.push(cursor === null ? '–' : text(await measure(running, at(running, `${path}&cursor=${cursor}`, who))));
    }
    console.log(`| ${[filter.slice(1) || 'none', ...cells].join(' | ')} |`);
  }
}

async function combined(running: Running): Promise<void> {
  console.log(`\n${combinations} combinations, seed ${seed}\n`);
  const random = randomOf(String(seed));
  const all: Measured[] = [];
  for (let number = 1; number <= combinations; number += 1) {
    const { who, filter } = drawn(random);
    const measured = await measure(running, at(running, pathOf(filter), who));
    all.push(measured);
    console.log(`| ${number} | ${who} | ${filter.slice(1).replaceAll('&', ', ')} | ${text(measured)} |`);
  }
  const times = all.map((each) => each.times);
  const refused = all.filter(({ rows }) => rows === 'refused').length;
  console.log(
    `\np50 ${median(times).toFixed(1)}, p90 ${quantile(times, 0.9).toFixed(1)}, most ${Math.max(...times).toFixed(1)} ` +
      `times bare (${Math.max(...all.map(({ ms }) => ms)).toFixed(0)} ms); refused at the deadline: ${refused}`,
  );
}

const postgres = await startBenchPostgres();
try {
  const running = await startServer(postgres, orders);
  console.log(`${orders.toLocaleString('en')} orders; times a bare call's median (milliseconds, rows)`);
  await simpleFilters(running);
  await combined(running);
  await running.stop();
} finally {
  await postgres.stop();
}
