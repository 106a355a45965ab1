import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { paymentHooks, withoutServer } from '../server/src/features/orders/index.ts';
import { installationOf, makeReconciliation, type PaymentProvider } from '../server/src/features/payments/index.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { makePool } from '../server/src/platform/db.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { migrate } from '../server/src/platform/migrate.ts';
import { withCleanups } from './lib/cleanups.ts';
import { numericOptions } from './lib/options.ts';
import { durable, startTemporaryPostgres } from './lib/postgres.ts';

/**
 * The reconciliation of a bill of many rows, in bounded memory, compared with writing the same rows into one table.
 * `node bench/reconcile.ts --rows 1000000`
 */

const { rows } = numericOptions({ rows: 1_000_000 });
const day = '2026-11-14';
const at = new Date(`${day}T12:00:00Z`);
const batch = 2_000;
/** The memory that reconciling may add to the process, however long the bill is. */
const maxGrowthMiB = 250;

const fill = `WITH g AS (INSERT INTO price_groups (name, currency) VALUES ('bench', 'CNY') RETURNING id),
  o AS (INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone, price_group_id)
    SELECT 'Bench', 'Road', 0, 0, 'CNY', 'Asia/Shanghai', id FROM g RETURNING id)
  INSERT INTO devices (id, name, outlet_id, secret_hash) SELECT 'BENCH', 'Bench', id, '' FROM o`;
const payments = `WITH made AS (
    INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount, currency,
      created_at, started_at, ends_at, ended_at)
    SELECT 'online', 'finished', 'bulk', d.id, d.outlet_id, 'standard', 1, 100, 100, 'CNY', $1, $1, $1, $1
    FROM devices d, generate_series($2::int, $3::int) RETURNING id),
  attempts AS (
    INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, created_at, query_at,
      settled_at, until)
    SELECT id, 1, 'bench0_' || id || '_1', 'bulk', 100, 'CNY', 'paid', $1, $1, $1, $1 FROM made RETURNING id, order_id)
  INSERT INTO ledger (order_id, kind, attempt_id, provider, amount, currency, at)
  SELECT order_id, 'paid', id, 'bulk', 100, 'CNY', $1 FROM attempts`;

const rss = () => process.memoryUsage().rss / 1024 / 1024;

await withCleanups(async (defer) => {
  const postgres = await startTemporaryPostgres(durable);
  defer(postgres.stop);
  const log = makeLog('silent');
  await migrate(postgres.url, log);
  const pool = makePool(postgres.url, { max: 4, patient: true, byIndex: true });
  defer(() => pool.end());
  await pool.query(fill);
  const step = 100_000;
  for (let from = 1; from <= rows; from += step)
    await pool.query(payments, [at, from, Math.min(rows, from + step - 1)]);
  await pool.query('VACUUM ANALYZE');

  const first = (await pool.query<{ first: number }>('SELECT min(id) AS first FROM orders')).rows[0]?.first ?? 0;
  const provider = {
    name: 'bulk',
    bills: { offsetMinutes: 0, readyAfterMinutes: 0 },
    async *bill(_day: string, keep: (chunk: Uint8Array) => Promise<void>) {
      for (let index = 0; index < rows; index += 1) {
        const key = `bench0_${first + index}_1`;
        await keep(Buffer.from(`${key},100,CNY\n`));
        yield { kind: 'paid', key, ref: String(index), amount: 100, currency: 'CNY', fee: 1, at };
      }
    },
  } as unknown as PaymentProvider;

  await pool.query('CREATE TABLE bare (key text PRIMARY KEY, amount bigint, fee bigint)');
  const bareBegun = performance.now();
  for (let from = 0; from < rows; from += batch) {
    const part = Array.from({ length: Math.min(batch, rows - from) }, (_, index) => `bench0_${first + from + index}_1`);
    await pool.query('INSERT INTO bare SELECT key, 100, 1 FROM unnest($1::text[]) AS t(key)', [part]);
  }
  const bareMs = performance.now() - bareBegun;

  const directory = join(postgres.folder, 'bills');
  await mkdir(directory);
  let highest = rss();
  const before = highest;
  const reconciliation = makeReconciliation({
    pool,
    clock: systemClock,
    log,
    providers: [provider],
    timing: { billsEveryMs: 0 },
    refundSoon: () => {},
    hooks: paymentHooks(withoutServer({ pool, clock: systemClock })),
    installation: () => installationOf(pool),
    directory,
    onProgress(done) {
      highest = Math.max(highest, rss());
      if (highest > before + maxGrowthMiB)
        throw new Error(`memory is not bounded: ${before.toFixed(0)} MiB before, ${highest.toFixed(0)} MiB now`);
      if (done % 100_000 === 0) console.log(`  ${done} rows, ${rss().toFixed(0)} MiB`);
    },
  });
  const begun = performance.now();
  const result = await reconciliation.reconcile(provider, day);
  const ms = performance.now() - begun;
  if (result?.rows !== rows || result.differences !== 0) throw new Error(`not reconciled: ${JSON.stringify(result)}`);
  console.log(`${rows} rows written bare in ${(bareMs / 1000).toFixed(1)} s`);
  console.log(`${rows} rows reconciled in ${(ms / 1000).toFixed(1)} s, ratio ${(ms / bareMs).toFixed(2)}`);
  console.log(`memory ${before.toFixed(0)} MiB before, ${highest.toFixed(0)} MiB at most`);
});
