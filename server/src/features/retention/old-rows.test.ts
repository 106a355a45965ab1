import { describe, expect, it } from 'vitest';
import { useRows } from '../../testing/rows.ts';
import type { Row } from '../../testing/sample-rows.ts';
import { kinds } from './retention.ts';

/** A sweep drops rows that are older than the limit and no longer needed, and no others. */

const { pool, insert } = useRows();

/** Row 1 of every table has this time; nothing is older. */
const beginning = new Date('2026-01-01T00:00:00Z');
const limit = new Date('2026-01-02T12:00:00Z');
const justBefore = new Date(limit.getTime() - 1);
const hourMs = 3600_000;

type Name = (typeof kinds)[number]['name'];

function kindOf(name: Name) {
  const kind = kinds.find((each) => each.name === name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}

/** The rows that a sweep up to that time drops, and its number of batches. */
async function sweep(name: Name, before = limit) {
  for (let [rows, batches] = [0, 0]; ; ) {
    const swept = await kindOf(name).sweep(pool(), before);
    [rows, batches] = [rows + swept.rows, batches + 1];
    if (!swept.more) return { rows, batches };
  }
}

const valuesOf = async (text: string): Promise<unknown[]> =>
  (await pool().query({ text, rowMode: 'array' })).rows.map(([value]: unknown[]) => value);

interface Case {
  table: string;
  /** The column whose time counts. */
  at: string;
  /** Values of a row that is dropped. */
  row?: Row;
  /** Values that keep an old row. */
  stays: Row;
  /** Which rows remain unchanged. */
  left: string;
}

const hash = (n: number) => `\\x${String(n).padStart(8, '0')}`;

const cases: Partial<Record<Name, Case>> = {
  notices: {
    table: 'payment_notices',
    at: 'received_at',
    row: { outcome: 'taken' },
    stays: { outcome: null },
    left: 'SELECT id::int FROM payment_notices ORDER BY id',
  },
  sessions: {
    table: 'sessions',
    at: 'ended_at',
    row: { end_reason: 'logout', created_at: beginning, last_used_at: beginning },
    stays: { ended_at: null, end_reason: null },
    left: `SELECT right(encode(token_hash, 'hex'), 3)::int FROM sessions ORDER BY 1`,
  },
  'dead letters': {
    table: 'dead_letters',
    at: 'resolved_at',
    stays: { resolved_at: null },
    left: 'SELECT id::int FROM dead_letters ORDER BY id',
  },
  payers: {
    table: 'payment_attempts',
    at: 'created_at',
    row: { request: { payer: { ip: '203.0.113.7' } }, way: { kind: 'redirect' } },
    stays: { request: null, way: null },
    left: 'SELECT id::int FROM payment_attempts WHERE request IS NOT NULL OR way IS NOT NULL ORDER BY id',
  },
  reports: {
    table: 'feedback',
    at: 'created_at',
    row: { order_id: null, device_id: 'D1' },
    stays: { order_id: 1, device_id: null },
    left: 'SELECT id::int FROM feedback ORDER BY id',
  },
  events: {
    table: 'device_events',
    at: 'received_at',
    row: { payload: { type: 'coin' } },
    stays: { payload: null },
    left: 'SELECT seq::int FROM device_events WHERE payload IS NOT NULL ORDER BY seq',
  },
  commands: {
    table: 'commands',
    at: 'created_at',
    row: { order_id: 1, type: 'stop' },
    stays: { order_id: 2 },
    left: 'SELECT right(id::text, 3)::int FROM commands ORDER BY id',
  },
};

describe('a sweep of', () => {
  it.each(Object.entries(cases) as [Name, Case][])(
    '%s drops rows older than the limit, except those still needed',
    async (name, { table, at, row = {}, stays, left }) => {
      if (name === 'commands')
        await insert('orders', 2, { status: 'running', started_at: beginning, ended_at: null, device_id: 'D1' });
      const numbered = name === 'sessions' ? (n: number) => ({ token_hash: hash(n) }) : () => ({});
      const old = (n: number, time: Date, more: Row = {}) =>
        insert(table, n, { ...row, ...numbered(n), [at]: time, ...more });
      await old(101, justBefore);
      await old(102, new Date(beginning.getTime() + hourMs)); // at the end of the first hour
      await old(103, limit);
      await old(104, justBefore, stays);
      const before = await valuesOf(left);
      const { due } = kindOf(name);
      const oldest = new Date(beginning.getTime() + hourMs);
      expect(await due(pool(), limit)).toEqual({ rows: 2, oldest });
      expect((await sweep(name)).rows).toBe(2);
      expect(await valuesOf(left)).toEqual(before.filter((n) => n !== 101 && n !== 102));
      expect(await due(pool(), limit)).toEqual({ rows: 0, oldest: null });
      expect((await sweep(name)).rows).toBe(0);
    },
  );

  it('a thousand rows is one batch, the oldest first; locked rows are left for the next one', async () => {
    await pool().query('TRUNCATE payment_notices RESTART IDENTITY');
    await pool().query(
      `INSERT INTO payment_notices (provider, received_at, headers, body, outcome, try_at)
       SELECT 'batches', $1::timestamptz - n * interval '1 second', '{}', '', 'taken', $1
       FROM generate_series(1, 1100) n`,
      [limit],
    );
    const other = await pool().connect();
    try {
      await other.query('BEGIN');
      await other.query(
        `SELECT FROM payment_notices WHERE provider = 'batches' ORDER BY received_at LIMIT 50 FOR UPDATE`,
      );
      expect(await kindOf('notices').sweep(pool(), limit)).toEqual({ rows: 1000, more: true });
      // The fifty oldest, which are locked, and the fifty newest.
      const ages = `SELECT extract(epoch FROM '${limit.toISOString()}'::timestamptz - received_at)::int
        FROM payment_notices WHERE provider = 'batches' ORDER BY received_at DESC`;
      const numbers = (from: number) => Array.from({ length: 50 }, (_, n) => from + n);
      expect(await valuesOf(ages)).toEqual([...numbers(1), ...numbers(1051)]);
      await other.query('ROLLBACK');
    } finally {
      other.release();
    }
    expect(await kindOf('notices').sweep(pool(), limit)).toEqual({ rows: 100, more: false });
  });

  it('events continues where the last one ended, without reading swept rows again', async () => {
    const until = new Date(limit.getTime() + hourMs);
    await insert('device_events', 201, { payload: {}, received_at: justBefore }); // arrived too late
    await insert('device_events', 202, { payload: {}, received_at: limit });
    expect(await sweep('events', until)).toEqual({ rows: 2, batches: 1 });
    expect(await valuesOf('SELECT seq::int FROM device_events WHERE payload IS NOT NULL')).toEqual([201]);
    expect(await sweep('events', until)).toEqual({ rows: 0, batches: 1 });
    const mark = `SELECT swept_until FROM retention_marks WHERE kind = 'events'`;
    expect(await valuesOf(mark)).toEqual([until]);
    expect(await kindOf('events').due(pool(), until)).toEqual({ rows: 0, oldest: null });
    // If rows are kept longer from now on, the mark stays unchanged.
    expect(await sweep('events', limit)).toEqual({ rows: 0, batches: 1 });
    expect(await valuesOf(mark)).toEqual([until]);
  });
});

describe('an order that was cancelled before the limit', () => {
  const cancelled = (n: number, changed: Row = {}) =>
    insert('orders', n, { status: 'cancelled', created_at: justBefore, started_at: null, ends_at: null, ...changed });
  const isThere = async (id: number) => (await valuesOf(`SELECT id FROM orders WHERE id = ${id}`)).length > 0;

  it.each<[string, number, Row, ((order_id: number) => Promise<unknown>)?]>([
    ['is of the limit', 401, { created_at: limit }],
    ['failed', 402, { status: 'failed' }],
    ['was refunded', 403, { status: 'refunded', started_at: justBefore, ends_at: justBefore }],
    ['was paid', 404, {}, (order_id) => insert('ledger', order_id, { order_id })],
    ['is named by a difference', 406, {}, (order_id) => insert('payment_differences', order_id, { order_id })],
    ['can still be paid', 407, {}, (order_id) => insert('payment_attempts', order_id, { order_id })],
    [
      'has a payment',
      408,
      {},
      (order_id) => insert('payment_attempts', order_id, { order_id, state: 'paid', settled_at: justBefore }),
    ],
    ['has feedback', 409, {}, (order_id) => insert('feedback', order_id, { order_id })],
    ['is named by its chair', 410, {}, (order_id) => insert('device_events', order_id, { order_id })],
    ['had a command', 411, {}, (order_id) => insert('commands', order_id, { order_id })],
  ])('stays if it %s', async (_case, id, changed, also) => {
    await pool().query(`DELETE FROM retention_marks WHERE kind = 'unpaid orders'`);
    await cancelled(id, changed);
    await also?.(id);
    expect((await sweep('unpaid orders')).rows).toBe(0);
    expect(await isThere(id)).toBe(true);
  });

  it('is deleted with its closed payment attempts', async () => {
    await pool().query(`DELETE FROM retention_marks WHERE kind = 'unpaid orders'`);
    await cancelled(450);
    await insert('payment_attempts', 450, { order_id: 450, state: 'dead', settled_at: justBefore });
    expect((await kindOf('unpaid orders').due(pool(), limit)).rows).toBe(1);
    expect((await sweep('unpaid orders')).rows).toBe(1);
    expect(await isThere(450)).toBe(false);
    expect(await valuesOf('SELECT id FROM payment_attempts WHERE order_id = 450')).toEqual([]);
  });
});

describe('a guest whose last use was before the limit', () => {
  const before = new Date('2026-01-03T00:00:00Z');
  const lastUse = new Date(before.getTime() - hourMs);
  const guestOf = (n: number, changed: Row = {}) =>
    insert('accounts', n, {
      role: 'consumer',
      account: null,
      mobile: null,
      name: '',
      bound_outlet_id: null,
      ...changed,
    });
  const use = (n: number, account_id: number, at: Date) =>
    insert('sessions', n, { token_hash: hash(n), account_id, created_at: at, last_used_at: at });
  const isThere = async (id: number) => (await valuesOf(`SELECT id FROM accounts WHERE id = ${id}`)).length > 0;

  it.each<[string, number, Row, ((id: number) => Promise<unknown>)?]>([
    ['has a number', 301, { mobile: '+8613900000301' }],
    ['has a login', 302, { account: 'guest302' }],
    ['belongs to an outlet', 303, { bound_outlet_id: 1 }],
    ['became part of another', 304, { merged_into: 1 }],
    ['was disabled', 305, { disabled_at: lastUse }],
    ['is a manager', 306, { role: 'manager', account: 'manager306' }],
    ['has others as parts', 307, {}, (id) => guestOf(1000 + id, { merged_into: id })],
    ['placed an order', 308, {}, (id) => insert('orders', id, { placed_by: id })],
    [
      'reported a chair',
      309,
      {},
      (id) => insert('feedback', id, { order_id: null, device_id: 'D1', account_id: id, created_at: before }),
    ],
    ['sent a file', 310, {}, (id) => insert('files', id, { account_id: id, feedback_id: null })],
    ['sends a file', 311, {}, (id) => insert('upload_reservations', id, { account_id: id })],
    ['has a newer session', 313, {}, (id) => use(2000 + id, id, before)],
  ])('stays if it %s', async (_case, id, changed, also) => {
    await pool().query(`DELETE FROM retention_marks WHERE kind = 'guests'`);
    await guestOf(id, changed);
    await use(id, id, lastUse);
    await also?.(id);
    expect((await sweep('guests', before)).rows).toBe(0);
    expect(await isThere(id)).toBe(true);
  });

  it('is deleted with sessions, consents, wallets and tickets; one whose last use was at the limit, or who has a number, stays', async () => {
    await pool().query(`DELETE FROM retention_marks WHERE kind = 'guests'`);
    for (const id of [350, 351]) await guestOf(id);
    await guestOf(352, { mobile: '+8613900000352' });
    await use(350, 350, lastUse);
    await use(352, 352, lastUse);
    await use(1350, 350, new Date(lastUse.getTime() - hourMs));
    await use(351, 351, before);
    await insert('wallets', 350, { account_id: 350 });
    await insert('consents', 350, { account_id: 350 });
    await insert('event_tickets', 350, { account_id: 350, token_hash: hash(350) });
    expect((await kindOf('guests').due(pool(), before)).rows).toBe(1);
    expect((await sweep('guests', before)).rows).toBe(1);
    expect([await isThere(350), await isThere(351), await isThere(352)]).toEqual([false, true, true]);
    for (const table of ['sessions', 'consents', 'wallets', 'event_tickets'])
      expect(await valuesOf(`SELECT account_id FROM ${table} WHERE account_id = 350`)).toEqual([]);
  });
});
