import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { makeLog } from '../../platform/log.ts';
import { migrate } from '../../platform/migrate.ts';
import { createDatabase } from '../../testing/database.ts';

const log = makeLog('silent');
let database: Awaited<ReturnType<typeof createDatabase>>;
let client: pg.Client;

/** A database as it was before numbers were stored in E.164, with two outlets. */
beforeEach(async () => {
  database = await createDatabase(inject('postgresUrl'), 'template0');
  await migrate(database.url, log, { wanted: (name) => name < '0005' });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone)
    SELECT 'Outlet ' || n, '', 0, 0, 'CNY', 'Asia/Shanghai' FROM generate_series(1, 2) AS n`);
  await client.query(`INSERT INTO devices (id, name, outlet_id, secret_hash) VALUES ('A1', 'A1', 1, '')`);
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const upgrade = () => migrate(database.url, log);
const account = async (mobile: string, changes: { outlet?: number; disabled?: boolean } = {}): Promise<number> => {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO accounts (role, mobile, name, bound_outlet_id, disabled_at)
     VALUES ('consumer', $1, 'x', $2, CASE WHEN $3 THEN now() END) RETURNING id`,
    [mobile, changes.outlet ?? null, changes.disabled ?? false],
  );
  return Number(rows[0]?.id);
};
const order = (placedBy: number, status: 'pending' | 'cancelled') =>
  client.query(
    `INSERT INTO orders (type, status, pay_type, device_id, outlet_id, placed_by, request_id, gear, minutes, list_amount,
       amount, currency, ended_at)
     VALUES ('online', $2::text, 'sandbox', 'A1', 1, $1, gen_random_uuid(), 'deep', 10, 100, 100, 'CNY',
       CASE WHEN $2::text = 'cancelled' THEN now() END)`,
    [placedBy, status],
  );
const accounts = async () =>
  (
    await client.query<{ id: string; mobile: string | null; outlet: string | null; disabled: boolean }>(
      `SELECT id, mobile, bound_outlet_id AS outlet, disabled_at IS NOT NULL AS disabled FROM accounts ORDER BY id`,
    )
  ).rows.map((row) => ({ ...row, id: Number(row.id), outlet: row.outlet === null ? null : Number(row.outlet) }));

it('brings every number to E.164, whatever its country', async () => {
  const given = [
    '13800000001',
    '+60123456789',
    '0198765432',
    '09171234567',
    '639170000001',
    '081234567890',
    '+4915112345',
  ];
  for (const mobile of given) await account(mobile);
  await upgrade();
  expect((await accounts()).map(({ mobile }) => mobile)).toEqual([
    '+8613800000001',
    '+60123456789',
    '+60198765432',
    '+639171234567',
    '+639170000001',
    '+6281234567890',
    '+4915112345',
  ]);
});

it('merges the accounts of one number: orders, binding and lock included', async () => {
  const first = await account('13800000001');
  const second = await account('8613800000001', { disabled: true });
  const third = await account('+8613800000001', { outlet: 2 });
  for (const id of [first, second, third]) await order(id, 'pending');
  await order(second, 'cancelled');
  await upgrade();
  expect(await accounts()).toEqual([{ id: first, mobile: '+8613800000001', outlet: 2, disabled: true }]);
  const { rows } = await client.query('SELECT placed_by::int, status FROM orders ORDER BY id');
  expect(rows).toEqual(
    ['cancelled', 'cancelled', 'pending', 'cancelled'].map((status) => ({ placed_by: first, status })),
  );
  const { rows: audit } = await client.query(
    'SELECT action, target, jsonb_array_length(before) AS merged FROM audit_log',
  );
  expect(audit).toEqual([{ action: 'member merge', target: 'account +8613800000001', merged: 3 }]);
});

it('removes values that are no mobile numbers, and records that', async () => {
  const id = await account('12345678');
  await upgrade();
  expect(await accounts()).toEqual([{ id, mobile: null, outlet: null, disabled: false }]);
  const { rows } = await client.query('SELECT before FROM audit_log');
  expect(rows).toEqual([{ before: { mobile: '12345678' } }]);
});

it('refuses accounts of one number that are bound to different outlets, and names it', async () => {
  await account('13800000001', { outlet: 1 });
  await account('+8613800000001', { outlet: 2 });
  await expect(upgrade()).rejects.toThrow(/\+8613800000001\. Unbind all but one/);
  expect(await accounts()).toHaveLength(2);
});
