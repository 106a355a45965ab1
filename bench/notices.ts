import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withCleanups } from './lib/cleanups.ts';
import { median, quantile, timed } from './lib/figures.ts';
import { spawnFleet } from './lib/fleet-process.ts';
import { numericOptions } from './lib/options.ts';
import { durable, startTemporaryPostgres } from './lib/postgres.ts';
import { startProduct } from './lib/product.ts';
import { atRate } from './lib/rate.ts';
import type { Size } from './lib/world.ts';

/**
 * A provider's paid notice, from its arrival to the answer, which follows the start command: compared with two bare
 * rows written in one transaction on the same PostgreSQL. Then notices at a fixed rate: all are stored and answered,
 * and the starts follow. `node bench/notices.ts --singles 300 --rate 200 --seconds 10`
 */

const { singles, rate, seconds } = numericOptions({ singles: 300, rate: 200, seconds: 10 });
const count = singles + rate * seconds;
const outlets = Math.ceil(count / 50);
const size: Size = { outlets, chairs: count, managers: outlets, consumers: count, history: 0 };

/** An unpaid order of every guest, each on a chair of its own. */
const placeOrders = `WITH made AS (
    INSERT INTO orders (type, status, pay_type, device_id, outlet_id, placed_by, request_id, gear, minutes, list_amount,
      amount, currency)
    SELECT 'online', 'pending', 'sandbox', d.id, d.outlet_id, a.id, gen_random_uuid(), 'standard', 1, 100, 100, 'CNY'
    FROM (SELECT id, outlet_id, row_number() OVER (ORDER BY id) AS n FROM devices) d
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM accounts WHERE role = 'consumer') a USING (n)
    RETURNING id)
  INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, created_at, query_at, until)
  SELECT id, 1, 'bench0_' || id || '_1', 'sandbox', 100, 'CNY', now(), now() + interval '1 hour', now() + interval '1 hour'
  FROM made RETURNING number`;

async function twoRows(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({ name: 'one', text: 'INSERT INTO bare (note) VALUES ($1)', values: ['paid'] });
    await client.query({ name: 'two', text: 'INSERT INTO bare (note) VALUES ($1)', values: ['start'] });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const shown = (name: string, times: number[]) =>
  `${name.padEnd(28)} median ${median(times).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`;

await withCleanups(async (defer) => {
  const postgres = await startTemporaryPostgres(durable);
  defer(postgres.stop);
  const product = await startProduct(postgres, size);
  defer(product.stop);
  defer((await spawnFleet(count, product.mqttUrl, 2)).stop);
  await product.chairsOnline();
  const pool = new pg.Pool({ connectionString: postgres.url, max: 10 });
  defer(() => pool.end());
  await pool.query('CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note text)');

  const { rows } = await product.pool.query<{ number: string }>(placeOrders);
  const secret = await product.pool.query<{ value: string }>(
    `INSERT INTO secrets (name, value) VALUES ('sandbox', 'bench') ON CONFLICT (name) DO UPDATE SET name = excluded.name
     RETURNING value`,
  );
  const send = async (index: number): Promise<void> => {
    const number = rows[index]?.number;
    const body = JSON.stringify({ number, status: 'paid', ref: randomUUID(), amount: 100, currency: 'CNY' });
    const signature = createHmac('sha256', secret.rows[0]?.value ?? '')
      .update(body)
      .digest('hex');
    const headers = { 'content-type': 'application/json', 'x-sandbox-signature': signature };
    const answer = await fetch(`${product.url}/api/payments/notice/sandbox`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`notice ${number} was answered with ${answer.status}`);
  };

  await timed(50, 1, () => twoRows(pool));
  const bare = await timed(singles, 1, () => twoRows(pool));
  const notices = await timed(singles, 1, send);
  console.log(shown('two bare rows', bare));
  console.log(
    `${shown('notice to command', notices)}, ratio of medians ${(median(notices) / median(bare)).toFixed(2)}`,
  );

  const answered: number[] = [];
  await atRate(rate, seconds, async (index, due) => {
    await send(singles + index);
    answered.push(performance.now() - due);
  });
  console.log(shown(`${rate} notices a second`, answered));
  const begun = performance.now();
  for (;;) {
    const left = `SELECT count(*)::int AS left FROM orders WHERE status IN ('pending', 'starting')`;
    if ((await product.pool.query<{ left: number }>(left)).rows[0]?.left === 0) break;
    await sleep(50);
  }
  const stored = await product.pool.query(`SELECT outcome, count(*)::int FROM payment_notices GROUP BY 1`);
  console.log('notices stored, by outcome:', stored.rows);
  const ended = await product.pool.query(
    `SELECT status, end_reason, count(*)::int FROM orders GROUP BY 1, 2 ORDER BY 3 DESC`,
  );
  console.log(`the last start followed after ${(performance.now() - begun).toFixed(0)} ms:`, ended.rows);
});
