import { beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../platform/db.ts';
import { useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import { withoutServer } from './lifecycle.service.ts';
import { moveOrders } from './move-orders.ts';

/** The orders of two accounts that become one. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE orders, payment_attempts CASCADE'));

const now = new Date('2026-11-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
let last = 1000;
function next(): number {
  last += 1;
  return last;
}

async function account(): Promise<number> {
  const id = next();
  await insert('accounts', id, { role: 'consumer', account: null });
  return id;
}

/** An order that awaits its payment. */
async function unpaid(placed_by: number, changed: Row = {}): Promise<number> {
  const id = next();
  await insert('devices', id);
  await insert('orders', id, {
    status: 'pending',
    device_id: `D${id}`,
    placed_by,
    created_at: ago(10),
    started_at: null,
    ends_at: null,
    ended_at: null,
    ...changed,
  });
  await insert('payment_attempts', id, { order_id: id });
  return id;
}

async function merge(from: number, to: number) {
  const happened: string[] = [];
  const store = withoutServer({ pool: pool(), clock: () => now });
  const wake = ({ id, status }: { id: number; status: string }) => void happened.push(`wake ${id} ${status}`);
  const move = moveOrders({ ...store, effects: { ...store.effects, wake } });
  const afterCommit = await transaction(pool(), (db) => move(db, from, to));
  expect(happened).toEqual([]);
  afterCommit();
  return happened;
}

const orders = async () =>
  (
    await pool().query<Row>(`SELECT o.id::int, o.placed_by::int, o.status, o.ended_at, o.end_reason, a.closing
      FROM orders o JOIN payment_attempts a ON a.order_id = o.id ORDER BY o.id`)
  ).rows;
const kept = { status: 'pending', ended_at: null, end_reason: null, closing: false };
const cancelled = { status: 'cancelled', ended_at: now, end_reason: 'replaced', closing: true };

describe('of two orders that await their payment', () => {
  it.each([
    ['the account that goes', true],
    ['the account that stays', false],
  ])('the older one is cancelled, and its payment closed: it was the one of %s', async (_case, isOfGoing) => {
    const [from, to, stranger] = [await account(), await account(), await account()];
    const foreign = await unpaid(stranger);
    const [older, newer] = isOfGoing ? [await unpaid(from), await unpaid(to)] : [await unpaid(to), await unpaid(from)];
    expect(await merge(from, to)).toEqual([`wake ${older} cancelled`]);
    expect(await orders()).toEqual([
      { id: foreign, placed_by: stranger, ...kept },
      { id: older, placed_by: to, ...cancelled },
      { id: newer, placed_by: to, ...kept },
    ]);
  });
});

it('an order that is alone in awaiting its payment still does', async () => {
  const [from, to] = [await account(), await account()];
  const one = await unpaid(from);
  const over = await unpaid(to, { status: 'cancelled', ended_at: ago(1), end_reason: 'unpaid' });
  expect(await merge(from, to)).toEqual([]);
  expect(await orders()).toMatchObject([
    { id: one, placed_by: to, ...kept },
    { id: over, placed_by: to, end_reason: 'unpaid' },
  ]);
});
