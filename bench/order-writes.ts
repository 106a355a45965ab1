import { pauseCounting, resumeCounting } from '../server/src/features/revenue/revenue.upkeep.ts';
import { makePool } from '../server/src/platform/db.ts';
import { databaseUrl, momentOf, startBenchPostgres } from './data-centre/database.ts';

/**
 * What maintaining the statistics costs writers of orders: 16 writers over 200 outlets insert orders one transaction
 * each, with and without the trigger, in turns. Build the data first: `node bench/dataset.ts`. `node
 * bench/order-writes.ts [orders = 10000000] [rounds = 3]`. The orders written are deleted again.
 */

const orders = Number(process.argv[2] ?? 10_000_000);
const rounds = Number(process.argv[3] ?? 3);
const writers = 16;
const seconds = 5;

const insert = {
  name: 'bench.write',
  text: `INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount, currency,
      created_at, started_at, ends_at, ended_at)
    SELECT 'coin', 'finished', 'coin', id, outlet_id, 'gentle', 10, 800, 800, 'CNY', $2, $2, $2, $2
    FROM devices WHERE id = $1`,
};

const postgres = await startBenchPostgres();
const pool = makePool(databaseUrl(postgres, orders), { max: writers + 1, patient: true });

async function rate(): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let written = 0;
  const write = async () => {
    while (performance.now() < end) {
      const chair = `B${100_001 + Math.floor(Math.random() * 10_000)}`;
      await pool.query({ ...insert, values: [chair, new Date()] });
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return written / seconds;
}

try {
  if (!(await momentOf(postgres, orders))) throw new Error(`No such dataset: run node bench/dataset.ts ${orders}`);
  const { rows } = await pool.query<{ last: number }>('SELECT max(id) AS last FROM orders');
  for (let round = 0; round < rounds; round += 1) {
    await pauseCounting(pool);
    const without = await rate();
    await pool.query('DELETE FROM orders WHERE id > $1', [rows[0]?.last]);
    await resumeCounting(pool);
    const withStatistics = await rate();
    await pool.query('DELETE FROM orders WHERE id > $1', [rows[0]?.last]);
    console.log(
      `without ${without.toFixed(0)} a second, with ${withStatistics.toFixed(0)}: ${(withStatistics / without).toFixed(2)}`,
    );
  }
  // Deleted orders are still in the indexes, among the newest ones, which lists read first.
  await pool.query('VACUUM (INDEX_CLEANUP ON) orders');
} finally {
  await resumeCounting(pool);
  await pool.end();
  await postgres.stop();
}
