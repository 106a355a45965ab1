import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pauseCounting, refillRevenue, resumeCounting } from '../server/src/features/revenue/revenue.upkeep.ts';
import { withoutIndexes } from '../server/src/platform/bulk.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { migrate } from '../server/src/platform/migrate.ts';
import { databaseUrl, momentOf, startBenchPostgres, withClient } from './data-centre/database.ts';

/**
 * Builds the database that the data centre's benches run on: 200 outlets, 10,000 chairs, a year of orders.
 * `node bench/dataset.ts [orders = 10000000]`. It stays in `.cache/bench` until that is deleted.
 */

const orders = Number(process.argv[2] ?? 10_000_000);
const tables = ['orders', 'coupons', 'cash_coupons'];
const began = performance.now();
const say = (what: string) => console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${what}`);

const postgres = await startBenchPostgres();
try {
  if (await momentOf(postgres, orders)) say('it is there already');
  else await build();
} finally {
  await postgres.stop();
}

async function build(): Promise<void> {
  const url = databaseUrl(postgres, orders);
  const name = new URL(url).pathname.slice(1);
  await withClient(postgres.url, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
    await client.query(`CREATE DATABASE ${name}`);
  });
  await migrate(url, makeLog('error'));
  const moment = `timestamptz '${new Date().toISOString()}'`;
  const source = await readFile(join(import.meta.dirname, 'data-centre/fill.sql'), 'utf8');
  const fill = source.replaceAll(':moment', moment).replaceAll(':orders', String(orders));
  await withClient(url, async (client) => {
    await client.query('BEGIN');
    await pauseCounting(client);
    await withoutIndexes(client, tables, async () => {
      await client.query(fill);
      say(`${orders.toLocaleString('en')} orders are in; building the indexes`);
    });
    await resumeCounting(client);
    say('indexes and foreign keys are there; counting');
    await refillRevenue(client);
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE)');
    const { rows } = await client.query<{ size: string }>(
      'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
    );
    say(`done: ${rows[0]?.size}`);
  });
}
