import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { paymentHooks, withoutServer } from '../features/orders/index.ts';
import { installationOf, refundNumber } from '../features/payments/attempts/numbers.ts';
import { makeReconciliation } from '../features/payments/payments.ts';
import { type BillRow, type PaymentProvider, Retry } from '../features/payments/providers/provider.ts';
import { makeLog } from '../platform/log.ts';
import { collect } from './collect.ts';
import type { TestServer } from './start.ts';

/** The time at which everything in the books was recorded. */
export const recordedAt = new Date('2026-11-14T12:00:00Z');

export const paidRow = (key: string | null, amount = 1500, fee = 9): BillRow => ({
  kind: 'paid',
  key,
  ref: `ref-${key}`,
  amount,
  currency: 'CNY',
  fee,
  at: recordedAt,
});

export const refundedRow = (key: string, amount: number): BillRow =>
  ({ ...paidRow(key, amount, -1), kind: 'refunded' }) as BillRow;

type Bill = readonly BillRow[] | Error;

interface BillOptions {
  text?: string;
  /** The download fails at its end, the last row is damaged, or the provider knows nothing of the payments. */
  isCutOff?: boolean;
  isUnreadable?: boolean;
  isSilent?: boolean;
}

/** Books to reconcile, for the tests of a file. Each has its own provider, whose bills a test controls. */
export function useBooks(server: () => TestServer) {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'recline-bills-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  async function books() {
    const { pool, world } = server();
    const name = `pay${randomUUID().slice(0, 8)}`;
    const installation = await installationOf(pool);
    const { deviceId } = await world.device(await world.outlet());
    const time = { now: new Date('2026-11-16T12:00:00Z') };
    const clock = () => time.now;
    /** The available bills, by day. */
    const bills = new Map<string, Bill>();
    /** The days whose bill was requested. */
    const asked: string[] = [];
    let { text = '', isCutOff = false, isUnreadable = false, isSilent = false }: BillOptions = {};

    const provider = {
      name,
      bills: { offsetMinutes: 0, readyAfterMinutes: 0 },
      /** Payments on a bill count as paid. */
      query: async ({ key }: { key: string }) => {
        const rows = [...bills.values()].flatMap((bill) => (bill instanceof Error ? [] : bill));
        const row = rows.find((each) => each.kind === 'paid' && each.key === key);
        return row?.kind === 'paid' && !isSilent
          ? { status: 'paid', key, ref: row.ref, amount: row.amount, currency: row.currency }
          : { status: 'none', key };
      },
      async *bill(day: string) {
        asked.push(day);
        const rows = bills.get(day) ?? new Retry('not there yet');
        if (rows instanceof Error) throw rows;
        yield Buffer.from(`${day} ${text}`);
        if (isCutOff) throw new Retry('the bill was cut off');
      },
      async *readBill(content: AsyncIterable<Uint8Array>) {
        const day = Buffer.concat(await collect(content))
          .toString()
          .slice(0, 10);
        const rows = bills.get(day);
        if (rows && !(rows instanceof Error)) yield* rows;
        if (isUnreadable) throw new Error('a row cannot be read');
      },
    } as unknown as PaymentProvider;
    const reconciliation = makeReconciliation({
      pool,
      clock,
      log: makeLog('silent'),
      providers: [provider],
      timing: { billsEveryMs: 20 },
      refundSoon: () => {},
      hooks: paymentHooks(withoutServer({ pool, clock })),
      installation: async () => installation,
      directory,
    });

    async function attempt(state: 'paid' | 'dead', amount = 1500) {
      const { id: orderId } = await world.order(deviceId, { amount, at: recordedAt });
      const number = `${installation}_${orderId}_1`;
      const { rows } = await pool.query<{ id: number }>(
        `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, created_at, query_at,
           settled_at, until) VALUES ($1, 1, $2, $3, $4, 'CNY', $5, $6, $6, $6, $6) RETURNING id`,
        [orderId, number, name, amount, state, recordedAt],
      );
      if (state === 'paid')
        await pool.query(
          `INSERT INTO ledger (order_id, kind, attempt_id, provider, amount, currency, at)
           VALUES ($1, 'paid', $2, $3, $4, 'CNY', $5)`,
          [orderId, rows[0]?.id, name, amount, recordedAt],
        );
      return { orderId, number, attemptId: rows[0]?.id ?? 0 };
    }

    async function refund(paid: { orderId: number; attemptId: number }, amount: number) {
      const { rows } = await pool.query<{ id: number }>(
        `WITH r AS (INSERT INTO refunds (order_id, attempt_id, provider, amount, currency, reason, requested_by, state,
           try_at, created_at, done_at) VALUES ($1, $2, $3, $4, 'CNY', 'x', 'test', 'done', $5, $5, $5) RETURNING id)
         INSERT INTO ledger (order_id, kind, attempt_id, refund_id, provider, amount, currency, at)
         SELECT $1, 'refunded', $2, id, $3, $4, 'CNY', $5 FROM r RETURNING refund_id AS id`,
        [paid.orderId, paid.attemptId, name, amount, recordedAt],
      );
      return refundNumber(installation, rows[0]?.id ?? 0);
    }

    /** A refund that the provider accepted at that time and has not made. */
    async function pendingRefund(paid: { orderId: number; attemptId: number }, since: Date): Promise<number> {
      const { rows } = await pool.query<{ id: number }>(
        `INSERT INTO refunds (order_id, attempt_id, provider, amount, currency, reason, requested_by, state, try_at,
           created_at) VALUES ($1, $2, $3, 100, 'CNY', 'x', 'test', 'pending', 'infinity', $4) RETURNING id`,
        [paid.orderId, paid.attemptId, name, since],
      );
      return rows[0]?.id ?? 0;
    }

    /** This many payments, each with a refund. */
    const payments = (count: number) =>
      pool.query(
        `WITH a AS (
           INSERT INTO payment_attempts (attempt, number, provider, amount, currency, state, created_at, query_at,
             settled_at, until)
           SELECT 1, $1::text || '_' || n || '_1', $1::text, 100, 'CNY', 'paid', $2::timestamptz, $2, $2, $2
           FROM generate_series(1, $3::int) n
           RETURNING id),
         r AS (
           INSERT INTO refunds (attempt_id, provider, amount, currency, surplus, reason, requested_by, state, try_at,
             created_at, done_at)
           SELECT id, $1::text, 100, 'CNY', true, 'x', 'test', 'done', $2::timestamptz, $2, $2 FROM a)
         INSERT INTO ledger (kind, attempt_id, provider, amount, currency, at)
         SELECT 'paid', id, $1::text, 100, 'CNY', $2::timestamptz FROM a`,
        [name, recordedAt, count],
      );

    /** Reconciles a day's bill of these rows. */
    function reconcile(day: string, rows: Bill, options: BillOptions = {}) {
      bills.set(day, rows);
      ({ text = '', isCutOff = false, isUnreadable = false, isSilent = false } = options);
      return reconciliation.reconcile(provider, day);
    }

    const differences = async () =>
      (
        await pool.query<{ kind: string; subject: string }>(
          'SELECT kind, subject, expected, found FROM payment_differences WHERE provider = $1 ORDER BY kind, subject',
          [name],
        )
      ).rows;
    const doneDays = async () =>
      (
        await pool.query<{ day: string }>(
          'SELECT day::text FROM payment_bills WHERE provider = $1 AND finished_at IS NOT NULL ORDER BY day',
          [name],
        )
      ).rows.map(({ day }) => day);
    return {
      name,
      pool,
      time,
      clock,
      directory,
      provider,
      bills,
      asked,
      reconciliation,
      attempt,
      refund,
      pendingRefund,
      payments,
      reconcile,
      differences,
      doneDays,
    };
  }
  return books;
}
