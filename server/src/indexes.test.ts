import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { newestOfTarget } from './features/audit/audit.sql.ts';
import * as feedback from './features/feedback/feedback.sql.ts';
import { overdueEnds, overdueStops } from './features/orders/lifecycle/deadlines.sql.ts';
import { forgetForged } from './features/payments/notices/notices.sql.ts';
import { makePool, type Pool } from './platform/db.ts';
import { createDatabase } from './testing/database.ts';

/** Statements that select few rows of tables that only grow. */

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase(inject('postgresUrl'));
  pool = makePool(database.url, { max: 1 });
  await pool.query(`INSERT INTO audit_log (actor, action, target) SELECT 'x', 'x', 'device ' || n
    FROM generate_series(1, 5000) n`);
  await pool.query(`INSERT INTO payment_notices (provider, received_at, headers, body, try_at, outcome)
    SELECT 'sandbox', now(), '{}', '', now(), 'taken' FROM generate_series(1, 5000)`);
  await pool.query(`INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone)
    VALUES ('x', '', 0, 0, 'CNY', 'UTC')`);
  await pool.query(`INSERT INTO devices (id, name, outlet_id, secret_hash) SELECT 'A' || n, 'A' || n, 1, ''
    FROM generate_series(1, 5000) n`);
  await pool.query(`INSERT INTO accounts (role, name) SELECT 'consumer', '' FROM generate_series(1, 1000)`);
  await pool.query(`INSERT INTO feedback (outlet_id, account_id, problem, description, device_id)
    SELECT 1, n % 1000 + 1, 'x', '', 'A1' FROM generate_series(1, 5000) n`);
  await pool.query(`INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount,
      currency, started_at, ends_at, ended_at)
    SELECT 'coin', 'finished', 'coin', 'A' || n, 1, 'deep', 10, 800, 800, 'CNY', now(), now(), now()
    FROM generate_series(1, 5000) n`);
  await pool.query('VACUUM (ANALYZE)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it.each([
  ['audit_log_by_target', newestOfTarget],
  ['forged_notices', forgetForged],
  ['feedback_of_account', feedback.exportFeedback],
  ['feedback_of_account', feedback.emptyFeedback],
  ['feedback_of_account', feedback.moveFeedback],
  ['orders_by_end', overdueEnds],
  ['orders_by_end', overdueStops],
])('the index %s is used by its statement', async (index, { text }) => {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
});

it('a chair is found by its number without reading the others', async () => {
  await pool.query('BEGIN');
  const found = await pool.query(`SELECT device_numbered('a77') AS id`);
  const { rows } = await pool.query(`SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'devices'`);
  await pool.query('COMMIT');
  expect([found.rows, rows]).toEqual([[{ id: 'A77' }], [{ seq_scan: 0 }]]);
});

it('an unpaid order is deleted without reading other payments', async () => {
  await pool.query('BEGIN');
  await pool.query(`INSERT INTO ledger (order_id, kind, provider, amount, currency, at)
    SELECT id, 'paid', 'coin', 800, 'CNY', now() FROM orders`);
  await pool.query(`INSERT INTO orders (type, status, pay_type, device_id, outlet_id, placed_by, request_id, gear, minutes,
      list_amount, amount, currency, ended_at)
    VALUES ('online', 'cancelled', 'sandbox', 'A1', 1, 1, gen_random_uuid(), 'deep', 10, 800, 800, 'CNY', now())`);
  await pool.query(`INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, created_at,
      query_at, settled_at, until)
    SELECT max(id), 1, 'unpaid_1', 'sandbox', 800, 'CNY', 'dead', now(), now(), now(), now() FROM orders`);
  const scans = `SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'ledger'`;
  const before = (await pool.query(scans)).rows;
  const { rowCount } = await pool.query("DELETE FROM orders WHERE status = 'cancelled'");
  expect([rowCount, (await pool.query(scans)).rows]).toEqual([1, before]);
  await pool.query('ROLLBACK');
});

it('orders have at most fifteen indexes, because each slows down writing', async () => {
  const { rows } = await pool.query(`SELECT indexname FROM pg_indexes WHERE tablename = 'orders'`);
  expect(rows.length).toBeLessThanOrEqual(15);
});
