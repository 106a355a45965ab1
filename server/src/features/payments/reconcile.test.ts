import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLog } from '../../platform/log.ts';
import { makeMetrics } from '../../platform/metrics.ts';
import { runCli } from '../../testing/cli.ts';
import { useServer } from '../../testing/server.ts';
import { makePaymentHooks, republishOrder } from '../orders/index.ts';
import { installationOf, refundNumber } from './numbers.ts';
import { makeReconciliation } from './payments.ts';
import { type BillRow, type PaymentProvider, Retry } from './port.ts';

const server = useServer({}, { payments: { everyMs: 3600_000 } });
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recline-bills-'));
});
afterAll(() => rm(directory, { recursive: true }));

const at = new Date('2026-11-14T12:00:00Z');

/** A provider of its own, with payments and a refund that we recorded, and bills as a test wants them. */
async function books() {
  const { pool, world } = server();
  const name = `pay${randomUUID().slice(0, 8)}`;
  const installation = await installationOf(pool);
  const { deviceId } = await world.device(await world.outlet());

  async function attempt(state: 'paid' | 'dead', amount = 1500) {
    const { id: orderId } = await world.order(deviceId, { amount, at });
    const number = `${installation}_${orderId}_1`;
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, created_at, query_at,
         settled_at, until) VALUES ($1, 1, $2, $3, $4, 'CNY', $5, $6, $6, $6, $6) RETURNING id`,
      [orderId, number, name, amount, state, at],
    );
    if (state === 'paid')
      await pool.query(
        `INSERT INTO ledger (order_id, kind, attempt_id, provider, amount, currency, at)
         VALUES ($1, 'paid', $2, $3, $4, 'CNY', $5)`,
        [orderId, rows[0]?.id, name, amount, at],
      );
    return { orderId, number, attemptId: rows[0]?.id ?? 0 };
  }

  async function refund(paid: { orderId: number; attemptId: number }, amount: number) {
    const { rows } = await pool.query<{ id: number }>(
      `WITH r AS (INSERT INTO refunds (order_id, attempt_id, provider, amount, currency, reason, requested_by, state,
         try_at, created_at, done_at) VALUES ($1, $2, $3, $4, 'CNY', 'x', 'test', 'done', $5, $5, $5) RETURNING id)
       INSERT INTO ledger (order_id, kind, attempt_id, refund_id, provider, amount, currency, at)
       SELECT $1, 'refunded', $2, id, $3, $4, 'CNY', $5 FROM r RETURNING refund_id AS id`,
      [paid.orderId, paid.attemptId, name, amount, at],
    );
    return refundNumber(installation, rows[0]?.id ?? 0);
  }

  /** Reconciles a day's bill of these rows. */
  async function reconcile(day: string, rows: readonly BillRow[] | Error, options: { text?: string } = {}) {
    const provider = {
      name,
      bills: { offsetMinutes: 0, readyAfterMinutes: 0 },
      query: async ({ key }: { key: string }) => ({ status: 'none', key }),
      async *bill(_day: string, keep: (chunk: Uint8Array) => Promise<void>) {
        if (rows instanceof Error) throw rows;
        await keep(Buffer.from(options.text ?? ''));
        yield* rows;
      },
    } as unknown as PaymentProvider;
    const clock = () => new Date('2026-11-16T12:00:00Z');
    const reconciliation = makeReconciliation({
      pool,
      clock,
      log: makeLog('silent'),
      metrics: makeMetrics(),
      providers: [provider],
      timing: { queryAfterMs: 0, everyMs: 0, answerNoticeMs: 0, billsEveryMs: 0, leaseMs: 0, backoffMs: 0 },
      noticeUrl: () => '',
      refundMoved: republishOrder,
      refundSoon: () => {},
      hooks: makePaymentHooks({ clock, timing: { startWaitMs: 0 }, followUp: () => {} }),
      directory,
    });
    return reconciliation.reconcile(provider, day);
  }

  const differences = async () =>
    (
      await pool.query<{ kind: string; subject: string }>(
        'SELECT kind, subject, expected, found FROM payment_differences WHERE provider = $1 ORDER BY kind, subject',
        [name],
      )
    ).rows;
  return { name, pool, attempt, refund, reconcile, differences };
}

const paid = (key: string | null, amount = 1500, fee = 9): BillRow => ({
  kind: 'paid',
  key,
  ref: `ref-${key}`,
  amount,
  currency: 'CNY',
  fee,
  at,
});
const refunded = (key: string, amount: number): BillRow => ({ ...paid(key, amount, -1), kind: 'refunded' }) as BillRow;

it('a bill that agrees leaves no difference, keeps the file with its hash, and the fees', async () => {
  const { attempt, refund, reconcile, differences, pool } = await books();
  const one = await attempt('paid');
  const key = await refund(one, 400);
  const totals: BillRow = { kind: 'totals', rows: 3, paid: 3500, refunded: 400 };
  const text = 'the bill as it came';
  const rows = [paid(one.number), refunded(key, 400), paid('another_1_1', 2000), totals];
  const result = await reconcile('2026-11-14', rows, { text });
  expect(result).toMatchObject({ rows: 3, foreign_rows: 1, paid: 3500, refunded: 400, fees: 17, differences: 0 });
  expect(await differences()).toEqual([]);
  expect(gunzipSync(await readFile(result?.file ?? '')).toString()).toBe(text);
  expect(result?.sha256).toBe(createHash('sha256').update(text).digest('hex'));
  const fees = await pool.query('SELECT fee FROM payment_attempts WHERE id = $1', [one.attemptId]);
  expect(fees.rows).toEqual([{ fee: 9 }]);
});

it('finds rows that differ, that we did not record, and totals that are wrong; found again they are the same', async () => {
  const { attempt, reconcile, differences, pool } = await books();
  const [right, wrong, unheard] = [await attempt('paid'), await attempt('paid'), await attempt('dead')];
  const totals: BillRow = { kind: 'totals', paid: 1 };
  const rows = [paid(right.number), paid(wrong.number, 1400), paid(unheard.number), totals];
  expect(await reconcile('2026-11-14', rows)).toMatchObject({ differences: 3 });
  expect(await differences()).toEqual([
    { kind: 'bill totals', subject: '2026-11-14 paid', expected: 4400, found: 1 },
    { kind: 'not recorded', subject: unheard.number, expected: null, found: 1500 },
    { kind: 'wrong amount', subject: wrong.number, expected: 1500, found: 1400 },
  ]);
  expect(await reconcile('2026-11-14', rows)).toMatchObject({ differences: 0 });
  // What nobody awaited is recorded, and goes back.
  const { rows: money } = await pool.query(
    `SELECT l.amount, r.amount AS returned FROM ledger l JOIN refunds r ON r.attempt_id = l.attempt_id
     WHERE l.attempt_id = $1 AND l.kind = 'paid'`,
    [unheard.attemptId],
  );
  expect(money).toEqual([{ amount: 1500, returned: 1500 }]);
});

it('what we recorded is missing only once the next day’s bill is in', async () => {
  const { attempt, refund, reconcile, differences } = await books();
  const [late, missing] = [await attempt('paid'), await attempt('paid')];
  const key = await refund(missing, 100);
  await reconcile('2026-11-14', []);
  expect(await differences()).toEqual([]);
  await reconcile('2026-11-15', [paid(late.number)]);
  expect(await differences()).toMatchObject([
    { kind: 'not on the bill', subject: missing.number, expected: 1500 },
    { kind: 'refund not on the bill', subject: `refund ${key.split('_r')[1]}` },
  ]);
});

it('a bill that is not there yet is tried again later, and by one server at a time', async () => {
  const { name, reconcile, pool } = await books();
  await expect(reconcile('2026-11-14', new Retry('not there yet'))).rejects.toThrow('not there yet');
  const { rows } = await pool.query('SELECT last_error, finished_at FROM payment_bills WHERE provider = $1', [name]);
  expect(rows).toEqual([{ last_error: 'not there yet', finished_at: null }]);
  // The lease of the hour until the next try.
  expect(await reconcile('2026-11-14', [])).toBeUndefined();
});

it('a bill that is read before the day is over is read again, and nothing counts as missing by it', async () => {
  const { name, attempt, reconcile, differences, pool } = await books();
  await attempt('paid');
  await reconcile('2026-11-14', []);
  await reconcile('2026-11-15', []);
  expect(await differences()).toHaveLength(1);
  await reconcile('2026-11-16', []); // it is noon there
  const { rows } = await pool.query('SELECT day::text FROM payment_bills WHERE provider = $1 AND finished_at IS NULL', [
    name,
  ]);
  expect(rows).toEqual([{ day: '2026-11-16' }]);
});

it('is run for a day by the operator, who can also try the credentials', async () => {
  const env = { DATABASE_URL: server().databaseUrl, PAYMENT_PROVIDERS: 'sandbox', DATA_DIR: directory };
  const done = await runCli(['payments', 'reconcile', '--day', '2026-11-14'], env);
  expect(done.stdout).toMatch(/PROVIDER\s+ROWS[\s\S]*sandbox\s+0/);
  expect((await runCli(['payments', 'check'], env)).stdout).toContain('sandbox: ok: the sandbox needs no account');
  const none = await runCli(['payments', 'reconcile', '--day', '2026-11-14'], { ...env, PAYMENT_PROVIDERS: '' });
  expect(none.stderr).toContain('No payment provider is set up');
});
