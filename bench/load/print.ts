import type { Pool } from 'pg';
import type { Watching } from '../lib/processes.ts';
import { failuresOf, type Report } from '../lib/tally.ts';

const right = (text: string | number, width = 9) => String(text).padStart(width);
const perThird = (numbers: number[]) => right(numbers.map((number) => number.toFixed(1)).join(' / '), 27);

export function printCalls(title: string, { kinds, examples }: Report): void {
  console.log(`\n${title}`);
  const head = ['calls', 'errors', 'refused', 'slowest'].map((name) => right(name)).join('');
  console.log(`  ${'call'.padEnd(20)}${head}${right('p50 ms by thirds', 27)}${right('p99 ms by thirds', 27)}`);
  for (const { kind, calls, errors, refused, slowest, thirds } of kinds) {
    const failed = Object.values(errors).reduce((sum, count) => sum + count, 0);
    const counts = [calls, failed, refused, slowest.toFixed(0)].map((count) => right(count)).join('');
    const latency = [thirds.map(({ p50 }) => p50), thirds.map(({ p99 }) => p99)].map(perThird).join('');
    console.log(`  ${kind.padEnd(20)}${counts}${latency}`);
  }
  for (const kind of kinds) if (failuresOf(kind) !== '') console.log(`  ! ${kind.kind}: ${failuresOf(kind)}`);
  for (const example of examples) console.log(`  ! ${example}`);
}

const overTime = 10;

/** Memory and processor by thirds of the run; the processor of the named processes also in tenths. */
export function printUse(uses: Watching, inDetail: string[]): void {
  console.log('\nmemory and processor (percent of one core) by thirds of the run');
  for (const { name, slices } of uses) {
    const parts = slices(3).map(({ megabytes, percent }) => `${megabytes.toFixed(0)} MB ${percent.toFixed(0)} %`);
    console.log(`  ${name.padEnd(12)}${parts.map((part) => right(part, 16)).join('')}`);
  }
  console.log('processor over time, by tenths of the run');
  for (const { name, slices } of uses.filter((use) => inDetail.includes(use.name))) {
    const parts = slices(overTime).map(({ percent }) => right(`${percent.toFixed(0)} %`, 7));
    console.log(`  ${name.padEnd(12)}${parts.join('')}`);
  }
}

/** The orders that the load made, as the database has them. */
export async function printOrders(pool: Pool, since: Date): Promise<void> {
  const { rows } = await pool.query<{ type: string; status: string; count: string }>(
    `SELECT type, status, count(*) FROM orders WHERE created_at >= $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [since],
  );
  console.log(`\norders: ${rows.map(({ type, status, count }) => `${count} ${type} ${status}`).join(', ')}`);
  const { rowCount } = await pool.query(
    `SELECT FROM orders WHERE status = 'starting' AND created_at < now() - interval '15 s'`,
  );
  console.log(`starts past their deadline: ${rowCount}`);
}
