import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../testing/chairs.ts';
import { backoffMs, dueRefund } from '../../../testing/due-refund.ts';
import { useServer } from '../../../testing/server.ts';
import type { RefundState } from '../providers/provider.ts';
import { countFailed, lease } from './worker.sql.ts';

// The server itself must not send them: it has no such provider, and polls rarely.
const server = useServer({}, { payments: { everyMs: 3600_000 } });

it('a slow provider holds no transaction open, and its outcome is recorded', async () => {
  // Created before the refund: its row becomes `asked` before the provider is called, so the test may prepare the
  // answer first.
  const { promise, resolve: answer } = Promise.withResolvers<RefundState>();
  const { send, row, returned } = await dueRefund(server(), { refund: () => promise });
  const sending = send();
  await until(async () => (await row())?.state === 'asked');
  const open = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
  expect((await server().pool.query(open)).rowCount).toBe(0);
  answer({ status: 'done', key: '' });
  await sending;
  expect((await row())?.state).toBe('done');
  expect(await returned()).toEqual([500]);
});

it('while one server waits for the provider, another does not send the same refund', async () => {
  let calls = 0;
  const { promise, resolve: answer } = Promise.withResolvers<RefundState>();
  const { send, returned } = await dueRefund(server(), {
    refund: () => {
      calls += 1;
      return promise;
    },
  });
  const sending = send();
  await until(async () => calls === 1);
  await send();
  answer({ status: 'done', key: '' });
  await sending;
  expect(calls).toBe(1);
  expect(await returned()).toHaveLength(1);
});

it('a refund whose outcome is unknown is retried with backoff, under the same number', async () => {
  const numbers: string[] = [];
  const { send, row, returned, passTime } = await dueRefund(server(), {
    refund: async ({ key }) => {
      numbers.push(key);
      if (numbers.length < 3) throw new Error('socket hang up');
      return { status: 'done', key };
    },
  });
  await send();
  await send();
  expect(numbers).toHaveLength(1);
  passTime(backoffMs);
  await send();
  await send();
  expect(numbers).toHaveLength(2);
  passTime(2 * backoffMs);
  await send();
  expect(new Set(numbers).size).toBe(1);
  expect(await row()).toMatchObject({ state: 'done', tries: 3 });
  expect(await returned()).toEqual([500]);
});

it('a refund that the provider refuses waits for staff and is not sent again', async () => {
  let calls = 0;
  const { send, row, returned, passTime } = await dueRefund(server(), {
    refund: async () => {
      calls += 1;
      return { status: 'failed', key: '', why: 'the account is closed', staff: true };
    },
  });
  await send();
  passTime(3600_000);
  await send();
  expect(calls).toBe(1);
  expect(await row()).toMatchObject({ state: 'failed', last_error: 'the account is closed' });
  expect(await returned()).toEqual([]);
});

describe('among many refunds that are done', () => {
  beforeAll(async () => {
    const { pool, world } = server();
    const { deviceId } = await world.device(await world.outlet());
    const { id } = await world.order(deviceId);
    await pool.query(
      `INSERT INTO refunds (order_id, provider, amount, currency, reason, requested_by, state, try_at, created_at, done_at)
       SELECT $1, 'slowpay', 1, 'CNY', 'sorry', 'test', 'done', at, at, at
       FROM generate_series(now() - interval '20000 min', now(), interval '1 min') AS at`,
      [id],
    );
    await pool.query('ANALYZE refunds');
  });

  const planOf = async (text: string, values: unknown[]) =>
    (await server().pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n');

  it.each([
    ['those that are due are leased', 'refunds_by_turn', lease.text, [new Date(), new Date(), 20, ['slowpay'], true]],
    ['those that need staff are counted', 'refunds_for_staff', countFailed.text, []],
  ])('%s by the partial index %s, without reading others', async (_what, index, text, values) => {
    const plan = await planOf(text, values);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on refunds');
  });
});
