import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { paidRow as paid, refundedRow as refunded, useBooks } from '../../../testing/books.ts';
import { runCli } from '../../../testing/cli.ts';
import { useServer } from '../../../testing/server.ts';
import { type BillRow, Retry } from '../providers/provider.ts';

const server = useServer({}, { payments: { everyMs: 3600_000 } });
const books = useBooks(server);

it('a bill that agrees leaves no difference, keeps the file with its hash, and the fees', async () => {
  const { attempt, refund, reconcile, differences, pool } = await books();
  const one = await attempt('paid');
  const key = await refund(one, 400);
  const totals: BillRow = { kind: 'totals', currency: 'CNY', rows: 3, paid: 3500, refunded: 400 };
  const text = 'the bill as it came';
  const rows = [paid(one.number), refunded(key, 400), paid('another_1_1', 2000), totals];
  const result = await reconcile('2026-11-14', rows, { text });
  expect(result).toMatchObject({ rows: 3, foreign_rows: 1, differences: 0 });
  expect(result?.sums).toEqual({ CNY: { rows: 3, paid: 3500, refunded: 400, fees: 17 } });
  expect(await differences()).toEqual([]);
  expect(gunzipSync(await readFile(result?.file ?? '')).toString()).toBe(`2026-11-14 ${text}`);
  expect(result?.sha256).toBe(createHash('sha256').update(`2026-11-14 ${text}`).digest('hex'));
  const fees = await pool.query('SELECT fee FROM payment_attempts WHERE id = $1', [one.attemptId]);
  expect(fees.rows).toEqual([{ fee: 9 }]);
});

it('finds rows that differ, rows that we did not record, and wrong totals; found again, they are not new', async () => {
  const { attempt, reconcile, differences, pool } = await books();
  const [right, wrong, unheard] = [await attempt('paid'), await attempt('paid'), await attempt('dead')];
  const totals: BillRow = { kind: 'totals', currency: 'CNY', paid: 1 };
  const rows = [paid(right.number), paid(wrong.number, 1400), paid(unheard.number), totals];
  expect(await reconcile('2026-11-14', rows)).toMatchObject({ differences: 3 });
  expect(await differences()).toEqual([
    { kind: 'bill totals', subject: '2026-11-14 paid CNY', expected: 4400, found: 1 },
    { kind: 'not recorded', subject: unheard.number, expected: null, found: 1500 },
    { kind: 'wrong amount', subject: wrong.number, expected: 1500, found: 1400 },
  ]);
  expect(await reconcile('2026-11-14', rows)).toMatchObject({ differences: 0 });
  // An unexpected payment is recorded and refunded.
  const { rows: money } = await pool.query(
    `SELECT l.amount, r.amount AS returned FROM ledger l JOIN refunds r ON r.attempt_id = l.attempt_id
     WHERE l.attempt_id = $1 AND l.kind = 'paid'`,
    [unheard.attemptId],
  );
  expect(money).toEqual([{ amount: 1500, returned: 1500 }]);
});

it('the sums of two currencies are kept apart', async () => {
  const { attempt, reconcile, pool, name } = await books();
  const inRinggit = { ...paid('another_1_1', 700), currency: 'RM' } as BillRow;
  const totals: BillRow[] = [
    { kind: 'totals', currency: 'CNY', paid: 1500 },
    { kind: 'totals', currency: 'RM', paid: 700 },
  ];
  await reconcile('2026-11-14', [paid((await attempt('paid')).number), inRinggit, ...totals]);
  const { rows } = await pool.query('SELECT sums, differences FROM payment_bills WHERE provider = $1', [name]);
  const same = { rows: 1, refunded: 0, fees: 9 };
  expect(rows).toEqual([{ sums: { CNY: { ...same, paid: 1500 }, RM: { ...same, paid: 700 } }, differences: 0 }]);
});

it.each([
  ['whose download fails at its end', { isCutOff: true }],
  ['whose last row cannot be read', { isUnreadable: true }],
])('a bill %s is not processed, even with more rows than one batch', async (_case, flaw) => {
  const { attempt, reconcile, differences, name, pool } = await books();
  const unheard = await attempt('dead');
  const rows = [paid(unheard.number), ...Array.from({ length: 2_001 }, (_, no) => paid(`another_${no}`))];
  await expect(reconcile('2026-11-14', rows, flaw)).rejects.toThrow();
  expect(await differences()).toEqual([]);
  const { rowCount } = await pool.query('SELECT FROM ledger WHERE provider = $1', [name]);
  expect(rowCount).toBe(0);
});

it('a payment that is only on the bill is listed, and recorded only if its provider confirms it', async () => {
  const { attempt, reconcile, differences, name, pool } = await books();
  const unheard = await attempt('dead');
  await reconcile('2026-11-14', [paid(unheard.number)], { isSilent: true });
  expect(await differences()).toMatchObject([{ kind: 'not recorded', subject: unheard.number }]);
  expect((await pool.query('SELECT FROM ledger WHERE provider = $1', [name])).rowCount).toBe(0);
});

it('recorded money counts as missing only once the next day’s bill is done', async () => {
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

it('money missing on a day is found even if the next day’s bill came first', async () => {
  const { attempt, refund, reconcile, differences } = await books();
  const [late, missing] = [await attempt('paid'), await attempt('paid')];
  await refund(missing, 100);
  await reconcile('2026-11-15', [paid(late.number)]);
  expect(await differences()).toEqual([]);
  expect(await reconcile('2026-11-14', [])).toMatchObject({ differences: 2 });
  expect(await differences()).toMatchObject([
    { kind: 'not on the bill', subject: missing.number },
    { kind: 'refund not on the bill' },
  ]);
});

it('all missing money is found, however many pages it takes', async () => {
  const { payments, reconcile, differences } = await books();
  await payments(1_050);
  await reconcile('2026-11-14', []);
  expect(await reconcile('2026-11-15', [])).toMatchObject({ differences: 2_100 });
  const kinds = (await differences()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'not on the bill')).toHaveLength(1_050);
  expect(kinds.filter((kind) => kind === 'refund not on the bill')).toHaveLength(1_050);
});

it('a refund that is pending after seven days becomes one difference', async () => {
  const { attempt, pendingRefund, reconcile, differences } = await books();
  const payment = await attempt('paid');
  const old = await pendingRefund(payment, new Date('2026-11-09T11:59:59Z'));
  await pendingRefund(payment, new Date('2026-11-09T12:00:01Z'));
  expect(await reconcile('2026-11-14', [paid(payment.number)])).toMatchObject({ differences: 1 });
  expect(await reconcile('2026-11-15', [])).toMatchObject({ differences: 0 });
  expect(await differences()).toMatchObject([{ kind: 'refund pending', subject: `refund ${old}`, expected: 100 }]);
});

it('a bill that is not available yet is retried later, by one server at a time', async () => {
  const { name, reconcile, pool } = await books();
  await expect(reconcile('2026-11-14', new Retry('not there yet'))).rejects.toThrow('not there yet');
  const { rows } = await pool.query('SELECT last_error, finished_at FROM payment_bills WHERE provider = $1', [name]);
  expect(rows).toEqual([{ last_error: 'not there yet', finished_at: null }]);
  // Its lease lasts until the next try, in an hour.
  expect(await reconcile('2026-11-14', [])).toBeUndefined();
});

it('a bill that is read before the day is over is read again, and makes nothing count as missing', async () => {
  const { name, attempt, reconcile, differences, pool } = await books();
  await attempt('paid');
  await reconcile('2026-11-14', []);
  await reconcile('2026-11-15', []);
  expect(await differences()).toHaveLength(1);
  await reconcile('2026-11-16', []); // it is noon in Beijing
  const { rows } = await pool.query('SELECT day::text FROM payment_bills WHERE provider = $1 AND finished_at IS NULL', [
    name,
  ]);
  expect(rows).toEqual([{ day: '2026-11-16' }]);
});

it('the operator can reconcile one day, and test the credentials', async () => {
  const env = { DATABASE_URL: server().databaseUrl, PAYMENT_PROVIDERS: 'sandbox', DATA_DIR: server().dataDir };
  const done = await runCli(['payments', 'reconcile', '--day', '2026-11-14'], env);
  expect(done.stdout).toMatch(/PROVIDER\s+ROWS[\s\S]*sandbox\s+0/);
  expect((await runCli(['payments', 'check'], env)).stdout).toContain('sandbox  OK  the sandbox needs no account');
  const none = await runCli(['payments', 'reconcile', '--day', '2026-11-14'], { ...env, PAYMENT_PROVIDERS: '' });
  expect(none.stderr).toContain('No payment provider is set up');
});
