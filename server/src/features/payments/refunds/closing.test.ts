import { beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../platform/db.ts';
import { until } from '../../../testing/chairs.ts';
import { useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import { closeRefund, type RefundClosing, refundForStaff } from './admin.service.ts';

/** How staff close a refund that failed. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE refunds, ledger, payment_attempts, audit_log CASCADE'));

const now = new Date('2026-11-15T12:00:00.000Z');
const closed = { closed_at: now, closed_by: 'anna', close_reason: 'kept' };

/** A refund of 40 of a payment that matches no order: no order's lock is held while it is closed. */
async function refund(changed: Row = {}): Promise<void> {
  const at = { order_id: null, provider: 'wechat', currency: 'CNY' };
  await insert('payment_attempts', 5, { ...at, attempt: 5, state: 'paid', settled_at: now });
  await insert('refunds', 7, { ...at, attempt_id: 5, amount: 40, surplus: true, state: 'failed', ...changed });
}

const close = (as: RefundClosing, actor = 'mei', held = async () => {}) =>
  transaction(pool(), async (db) => {
    const after = await closeRefund(db, { clock: () => now, actor }, 7, { as, reason: 'why' });
    await held();
    return after;
  });
const rowsOf = async (text: string): Promise<Row[]> => (await pool().query(text)).rows;
const books = () => rowsOf('SELECT refund_id, attempt_id, order_id, kind, provider, amount, at FROM ledger');
const audit = () => rowsOf('SELECT actor, action, target, before, after FROM audit_log');

describe('a refund that failed', () => {
  it('and was paid by hand is done, and in the books by hand', async () => {
    await refund({ last_error: 'no such card' });
    expect(await refundForStaff(pool(), 7)).toMatchObject({ id: 7, last_error: 'no such card' });
    expect(await close('paid by hand')).toMatchObject({ state: 'done', closed_at: now });
    expect(await books()).toEqual([
      { refund_id: 7, attempt_id: 5, order_id: null, kind: 'refunded', provider: 'hand', amount: 40, at: now },
    ]);
    expect(await audit()).toMatchObject([
      {
        actor: 'mei',
        action: 'payments refund close',
        target: 'refund 7',
        before: { state: 'failed', closed_at: null },
        after: { state: 'done', as: 'paid by hand' },
      },
    ]);
  });

  it('and was not paid stays failed, and out of the books', async () => {
    await refund();
    expect(await close('not paid')).toMatchObject({ state: 'failed', closed_at: now });
    expect(await books()).toEqual([]);
    expect(await audit()).toMatchObject([{ after: { state: 'failed', as: 'not paid' } }]);
  });

  it.each(['paid by hand', 'not paid'] as const)('is closed once: whoever comes second is refused (%s)', async (as) => {
    await refund();
    const { promise, resolve: commit } = Promise.withResolvers<void>();
    const first = close(as, 'mei', () => promise);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const isFirstReady = async () =>
      (
        await rowsOf(`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND state = 'idle in transaction'`)
      ).length === 1;
    await until(isFirstReady);
    const second = close('not paid', 'anna');
    await until(async () => (await rowsOf(waiting)).length === 1);
    commit();
    await first;
    await expect(second).rejects.toMatchObject({ message: 'refundNotFailed' });
    expect(await rowsOf('SELECT closed_by FROM refunds')).toEqual([{ closed_by: 'mei' }]);
    expect(await audit()).toHaveLength(1);
  });
});

it.each<[string, Row]>([
  ['is due', { state: 'due' }],
  ['is on its way', { state: 'pending' }],
  ['is done', { state: 'done', done_at: now }],
  ['was closed as not paid', closed],
  ['was closed as paid by hand', { state: 'done', done_at: now, ...closed }],
])('a refund that %s cannot be closed', async (_case, state) => {
  await refund(state);
  await expect(refundForStaff(pool(), 7)).rejects.toMatchObject({ message: 'refundNotFailed' });
  await expect(close('paid by hand')).rejects.toMatchObject({ message: 'refundNotFailed' });
  expect([await books(), await audit()]).toEqual([[], []]);
});

it('a refund that does not exist cannot be closed', async () => {
  await expect(refundForStaff(pool(), 7)).rejects.toMatchObject({ message: 'refundNotFailed' });
});
