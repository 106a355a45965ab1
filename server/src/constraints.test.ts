import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makePool } from './platform/db.ts';
import { createDatabase } from './testing/database.ts';
import { insertRow, type Row, sampleOf, samples } from './testing/sample-rows.ts';

/** Each constraint of the schema refuses a row that violates it, and no other row. */

const schema = readFileSync(new URL('../schema.sql', import.meta.url), 'utf8');

let pool: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createDatabase(inject('postgresUrl'));
  pool = makePool(database.url, { max: 1 });
  drop = database.drop;
  for (const table of Object.keys(samples)) await insertRow(pool, table, sampleOf(table, 1));
});
afterAll(async () => {
  await pool.end();
  await drop();
});

/** The constraint or unique index that refuses a statement; undefined where it is accepted. Rolls back. */
async function refusalOf(work: (db: pg.PoolClient) => Promise<unknown>): Promise<string | undefined> {
  const db = await pool.connect();
  try {
    await db.query('BEGIN; SET CONSTRAINTS ALL IMMEDIATE');
    await work(db);
    return undefined;
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.constraint ?? error.message) : String(error);
  } finally {
    await db.query('ROLLBACK');
    db.release();
  }
}

const refusalOfRow = (table: string, row: Row) => refusalOf((db) => insertRow(db, table, row));

/** The values that each check refuses; null stands for a required value. */
const checks: Record<string, readonly [table: string, changed: Row]> = {
  account_is_canonical: ['accounts', { account: 'Mei' }],
  accounts_permissions_check: ['accounts', { permissions: ['everything'] }],
  accounts_role_check: ['accounts', { role: 'owner' }],
  mobile_is_e164: ['accounts', { mobile: '13800000001' }],
  staff_has_a_login: ['accounts', { account: null }],
  advert_pictures_content_check: ['advert_pictures', { content: `\\x${'00'.repeat(2 * 1024 * 1024 + 1)}` }],
  adverts_language_check: ['adverts', { language: 'en' }],
  adverts_link_url_check: ['adverts', { link_url: 'javascript:alert(1)' }],
  commands_result_check: ['commands', { order_id: 1, type: 'stop', result: 'unknown' }],
  commands_type_check: ['commands', { order_id: 1, type: 'update' }],
  consents_occasion_check: ['consents', { occasion: 'login' }],
  coupons_check: ['coupons', { percent_off: 10 }],
  coupons_check1: ['coupons', { amount_off: 10, currency: 'CNY' }],
  coupons_percent_off_check: ['coupons', { property: 'discount', percent_off: 100 }],
  coupons_property_check: ['coupons', { property: 'gift' }],
  dead_letters_kind_check: ['dead_letters', { kind: 'hb' }],
  demo_here_check: ['demo', { here: false }],
  device_events_suspicion_check: ['device_events', { suspicion: 'odd' }],
  devices_check: ['devices', { online: true }],
  devices_id_check: ['devices', { id: 'a/b' }],
  feedback_about: ['feedback', { device_id: 'D1' }],
  feedback_client_check: ['feedback', { client: '' }],
  feedback_description_check: ['feedback', { description: 'x'.repeat(2049) }],
  feedback_language_check: ['feedback', { language: 'en' }],
  feedback_reply_check: ['feedback', { reply: '' }],
  feedback_status_check: ['feedback', { status: 'closed' }],
  files_bytes_check: ['files', { bytes: -1 }],
  ledger_amount_check: ['ledger', { amount: 0 }],
  ledger_check: ['ledger', { kind: 'refunded' }],
  ledger_kind_check: ['ledger', { kind: 'lost' }],
  ledger_of_something: ['ledger', { order_id: null }],
  orders_check: ['orders', { refunded_amount: 101 }],
  orders_check1: ['orders', { coupon_no: 'C1' }],
  orders_check2: ['orders', { ends_at: null }],
  orders_check3: ['orders', { started_at: null, ends_at: null }],
  orders_check4: ['orders', { ended_at: null }],
  orders_check5: ['orders', { request_id: null }],
  only_what_ran_is_stopped: ['orders', { status: 'failed', started_at: null, ends_at: null, stop: 'asked' }],
  orders_stop_check: ['orders', { stop: 'odd' }],
  owes_no_more_than_it_cost: ['orders', { owed_amount: 101 }],
  orders_coupon_property_check: ['orders', { coupon_no: 'C1', coupon_property: 'gift' }],
  orders_minutes_check: ['orders', { minutes: 601 }],
  orders_status_check: ['orders', { status: 'lost', started_at: null, ends_at: null, ended_at: null }],
  orders_type_check: ['orders', { type: 'gift' }],
  outlets_language_check: ['outlets', { language: 'en' }],
  outlets_latitude_check: ['outlets', { latitude: 90.1 }],
  outlets_longitude_check: ['outlets', { longitude: -180.1 }],
  outlets_service_phone_check: ['outlets', { service_phone: '' }],
  payment_attempts_attempt_check: ['payment_attempts', { attempt: 0 }],
  payment_attempts_check: ['payment_attempts', { settled_at: '2026-01-01T00:00:00Z' }],
  payment_attempts_number_check: ['payment_attempts', { number: 'a b c d' }],
  payment_attempts_state_check: ['payment_attempts', { state: 'lost', settled_at: '2026-01-01T00:00:00Z' }],
  payment_differences_check: ['payment_differences', { closed_by: 'mei' }],
  payment_differences_kind_check: ['payment_differences', { kind: 'odd' }],
  payment_notices_outcome_check: ['payment_notices', { outcome: 'odd' }],
  prices_minutes_check: ['prices', { minutes: 0 }],
  refunds_amount_check: ['refunds', { amount: 0 }],
  refunds_check: ['refunds', { state: 'done' }],
  refunds_closed: ['refunds', { closed_at: '2026-01-01T00:00:00Z', closed_by: 'mei', close_reason: 'paid' }],
  refunds_of_something: ['refunds', { order_id: null, attempt_id: null }],
  refunds_state_check: ['refunds', { state: 'lost' }],
  retention_marks_kind_check: ['retention_marks', { kind: 'orders' }],
  revenue_tier_check: ['revenue', { tier: 'weeks' }],
  sandbox_payments_status_check: ['sandbox_payments', { status: 'lost' }],
  sandbox_refunds_amount_check: ['sandbox_refunds', { amount: 0 }],
  sessions_check: ['sessions', { end_reason: 'logout' }],
  sessions_end_reason_check: ['sessions', { ended_at: '2026-01-01T00:00:00Z', end_reason: 'bored' }],
  upload_uses_bytes_check: ['upload_uses', { bytes: -1 }],
  upload_reservations_bytes_check: ['upload_reservations', { bytes: -1 }],
};

const pending = { status: 'pending', started_at: null, ends_at: null, ended_at: null };
const running = { status: 'running', ended_at: null };
const withCoupon = { coupon_no: 'C1', coupon_property: 'free' };
const refund = { kind: 'refunded', refund_id: 1, order_id: 1 };
const attempt = { attempt_id: 1, order_id: 1 };

/** Rows that must be unique: the second of two is refused. The first is the sample with the same changes. */
const unique: Record<string, readonly [table: string, same: Row]> = {
  accounts_mobile_key: ['accounts', { mobile: '+8613900000000' }],
  advert_pictures_name_key: ['advert_pictures', { name: 'one' }],
  feedback_order_id_key: ['feedback', { order_id: 2 }],
  files_key_key: ['files', { key: 'one' }],
  files_stored_key: ['files', { stored: 'one' }],
  files_url_key: ['files', { url: 'one' }],
  one_account_a_login: ['accounts', { account: 'one' }],
  one_cash_payment_an_order: ['ledger', { order_id: 2 }],
  one_entry_a_refund: ['ledger', refund],
  one_holding_order_a_device: ['orders', running],
  one_order_a_request: ['orders', { request_id: '00000000-0000-4000-8000-ffffffffffff' }],
  one_payment_an_attempt: ['ledger', attempt],
  one_session_a_manager: ['sessions', { exclusive: true }],
  one_start_an_order: ['commands', { order_id: 2 }],
  one_unpaid_order_an_account: ['orders', pending],
  one_use_a_cash_coupon: ['orders', { cash_coupon_no: 'K1' }],
  one_use_a_coupon: ['orders', withCoupon],
  order_numbers: ['orders', { order_no: 'one' }],
  payment_attempts_number_key: ['payment_attempts', { number: 'ONEONE' }],
  payment_attempts_order_id_attempt_key: ['payment_attempts', { attempt: 9 }],
  payment_differences_provider_kind_subject_key: ['payment_differences', { subject: 'one' }],
  price_groups_name_key: ['price_groups', { name: 'one' }],
  price_plans_price_group_id_starts_at_key: ['price_plans', { starts_at: '2009-01-01T00:00:00Z' }],
  refunds_order_id_request_id_key: ['refunds', { request_id: '00000000-0000-4000-8000-ffffffffffff' }],
  sandbox_payments_ref_key: ['sandbox_payments', { ref: 'one' }],
};

/** Rows that the second and third rows of a table refer to. */
const needed: readonly [table: string, n: number][] = [2, 3].flatMap((n) =>
  ['orders', 'accounts', 'adverts', 'outlets'].map((table): [string, number] => [table, n]),
);

async function insertTwice(db: pg.PoolClient, table: string, same: Row): Promise<void> {
  for (const [other, n] of needed) if (other !== table) await insertRow(db, other, sampleOf(other, n));
  await insertRow(db, table, sampleOf(table, 2, same));
  await insertRow(db, table, sampleOf(table, 3, same));
}

const constraints = [...schema.matchAll(/^CREATE TABLE (\w+) \(([\s\S]*?)^\)/gm)].flatMap(([, table = '', body = '']) =>
  [...body.matchAll(/^ {2}CONSTRAINT (\w+) (PRIMARY KEY|FOREIGN KEY|CHECK|UNIQUE) \(([^)]*)/gm)].map(
    ([, name = '', kind, columns = '']) => ({ table, name, kind, columns: columns.split(', ') }),
  ),
);
const of = (kind: string) => constraints.filter((one) => one.kind === kind);

describe('a row is refused', () => {
  it.each(Object.entries(checks))('by the check %s', async (name, [table, changed]) => {
    expect(await refusalOfRow(table, sampleOf(table, 1))).not.toBe(name);
    expect(await refusalOfRow(table, sampleOf(table, 2, changed))).toBe(name);
  });

  it.each(Object.entries(unique))('the second time by %s', async (name, [table, same]) => {
    expect(await refusalOf((db) => insertTwice(db, table, same))).toBe(name);
  });

  it.each(of('PRIMARY KEY'))('that exists already, by $name', async ({ table, name }) => {
    expect(await refusalOfRow(table, sampleOf(table, 1))).toBe(name);
  });

  it.each(of('FOREIGN KEY'))('that refers to nothing, by $name', async ({ table, name, columns }) => {
    const nothing = Object.fromEntries(columns.map((column) => [column, absent(column)]));
    expect(await refusalOfRow(table, { ...sampleOf(table, 2), ...besides[name], ...nothing })).toBe(name);
  });
});

/** The other values that such a row needs, so that only the reference is invalid. */
const besides: Record<string, Row> = {
  account_outlets_outlet_id_fkey: { account_id: 1 },
  commands_device_id_fkey: { type: 'stop', order_id: 1 },
  commands_order_id_fkey: { type: 'stop' },
  consents_version_fkey: { account_id: 1 },
  feedback_account_id_fkey: { order_id: null, device_id: 'D1' },
  feedback_device_id_fkey: { order_id: null },
  feedback_outlet_id_fkey: { order_id: null, device_id: 'D1' },
  feedback_replied_by_fkey: { order_id: null, device_id: 'D1' },
  ledger_attempt_id_fkey: { order_id: 1 },
  ledger_refund_id_fkey: { order_id: 1, kind: 'refunded' },
  orders_coupon_no_fkey: { coupon_property: 'free' },
};

/** A value that no row has. */
const absent = (column: string) =>
  ['no', 'device_id', 'version', 'payment', 'coupon_no', 'cash_coupon_no'].includes(column)
    ? 'none'
    : column === 'currency'
      ? 'PHP'
      : 999_999_999;

it('each constraint and unique index of the schema has its case', () => {
  const cased = [...Object.keys(checks), ...Object.keys(unique), 'time_zone_is_known', 'price_groups_id_currency_key'];
  const indexes = [...schema.matchAll(/^CREATE UNIQUE INDEX (\w+)/gm)].map(([, name]) => name ?? '');
  const names = [...of('CHECK'), ...of('UNIQUE')].map(({ name }) => name);
  expect([...names, ...indexes].filter((name) => !cased.includes(name))).toEqual([]);
});

it('an unknown time zone, and a domain with another value, are refused', async () => {
  expect(await refusalOfRow('outlets', sampleOf('outlets', 2, { time_zone: 'Mars/Base' }))).toContain('Mars/Base');
  expect(await refusalOfRow('prices', sampleOf('prices', 2, { amount: -1 }))).toBe('minor_units_check');
  expect(await refusalOfRow('prices', sampleOf('prices', 2, { gear: 'mild' }))).toBe('gear_check');
  expect(await refusalOfRow('cash_coupons', sampleOf('cash_coupons', 2, { currency: 'USD' }))).toBe('currency_check');
  expect(await refusalOfRow('refunds', sampleOf('refunds', 2, { provider: 'We Chat' }))).toBe('pay_type_check');
});

it.each(['ledger', 'audit_log'])('a row of %s is neither changed nor deleted', async (table) => {
  expect(await refusalOf((db) => db.query(`UPDATE ${table} SET at = now()`))).toContain('append-only');
  expect(await refusalOf((db) => db.query(`DELETE FROM ${table}`))).toContain('append-only');
});

it('an order keeps its number, and its status makes no forbidden transition', async () => {
  expect(await refusalOf((db) => db.query("UPDATE orders SET order_no = 'other'"))).toBeDefined();
  expect(await refusalOf((db) => db.query("UPDATE orders SET status = 'running', ended_at = NULL"))).toBeDefined();
});
