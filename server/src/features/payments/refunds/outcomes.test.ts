import { describe, expect, it } from 'vitest';
import { until } from '../../../testing/chairs.ts';
import { backoffMs, dueRefund, leaseMs } from '../../../testing/due-refund.ts';
import { useServer } from '../../../testing/server.ts';
import { installationOf, refundNumber } from '../attempts/numbers.ts';
import { Misconfigured, type RefundState, Refused } from '../providers/provider.ts';
import { requestRefunds } from './requests.service.ts';
import { queryRefundSoon } from './worker.service.ts';
import { countFailed, refundBacklog } from './worker.sql.ts';

// The server itself must not send them: it has no such providers, and polls rarely.
const server = useServer({}, { payments: { everyMs: 3600_000 } });

const hourMs = 3600_000;
let names = 0;
/** A provider's name that no other test uses. */
function newName(): string {
  names += 1;
  return `slow${names}`;
}

const done = async ({ key }: { key: string }): Promise<RefundState> => ({ status: 'done', key, ref: `ref of ${key}` });

const keyOf = async (id: number) => refundNumber(await installationOf(server().pool), id);

/** How staff close a refund that failed. */
const closeByStaff = (id: number) =>
  server().pool.query(
    `UPDATE refunds SET state = 'failed', closed_at = now(), closed_by = 'anna', close_reason = 'kept' WHERE id = $1`,
    [id],
  );

it('is requested with everything that a provider needs, under its own number', async () => {
  const asked: unknown[] = [];
  const name = newName();
  const { send, row, number, movedOrders, orderId, time, deps } = await dueRefund(
    server(),
    {
      refund: async (request) => {
        asked.push(request);
        return done(request);
      },
    },
    name,
  );
  const key = await keyOf((await row())?.id ?? 0);
  await send();
  expect(asked).toEqual([
    {
      payment: { key: number, ref: `ref of ${number}` },
      key,
      amount: 500,
      paid: 1500,
      currency: 'CNY',
      reason: 'sorry',
      noticeUrl: `https://recline.test/notice/${name}`,
      firstAskedAt: time.now,
    },
  ]);
  expect(await row()).toMatchObject({ state: 'done', provider_ref: `ref of ${key}`, last_error: null });
  expect(movedOrders).toEqual([orderId]);
  expect(await deps.metrics.registry.metrics()).toContain('recline_refunds_total{outcome="done"} 1');
});

describe('a refund that was requested before', () => {
  it.each([
    ['knows nothing of it', { status: 'none' }, 'done', 2],
    ['says that it failed and may be asked again', { status: 'failed', why: 'busy' }, 'done', 2],
    ['says that it is on its way', { status: 'pending', why: 'bank' }, 'pending', 1],
    ['says that it is done', { status: 'done' }, 'done', 1],
    ['says that staff must act', { status: 'failed', why: 'closed', staff: true }, 'failed', 1],
  ] as const)('is queried first; a provider that %s: it is %s', async (_case, known, state, times) => {
    let asked = 0;
    const queried: unknown[] = [];
    const { send, row, returned, passTime, number } = await dueRefund(
      server(),
      {
        refund: async (request) => {
          asked += 1;
          if (asked === 1) throw new Error('socket hang up');
          return done(request);
        },
        queryRefund: async (refund) => {
          queried.push(refund);
          return { ...known, key: refund.key };
        },
      },
      newName(),
    );
    await send();
    expect(await row()).toMatchObject({ state: 'asked', last_error: 'socket hang up', tries: 1 });
    passTime(backoffMs);
    await send();
    expect(asked).toBe(times);
    const key = await keyOf((await row())?.id ?? 0);
    expect(queried).toEqual([{ payment: { key: number, ref: `ref of ${number}` }, key, ref: undefined }]);
    expect(await row()).toMatchObject({ state });
    expect(await returned()).toEqual(state === 'done' ? [500] : []);
  });

  it('is not queried before the first request, and is queried by the id that the provider gave it', async () => {
    const queried: unknown[] = [];
    const { send, row, number, passTime } = await dueRefund(
      server(),
      {
        refund: async ({ key }) => ({ status: 'pending', key, ref: 'R-77' }),
        queryRefund: async (refund) => {
          queried.push(refund);
          return { status: 'pending', key: refund.key };
        },
      },
      newName(),
    );
    await send();
    expect(queried).toEqual([]);
    passTime(backoffMs);
    await send();
    const key = await keyOf((await row())?.id ?? 0);
    expect(queried).toEqual([{ payment: { key: number, ref: `ref of ${number}` }, key, ref: 'R-77' }]);
    expect(await row()).toMatchObject({ state: 'pending', provider_ref: 'R-77' });
  });

  it('waits twice as long after each try, and an hour at most', async () => {
    const { send, row, passTime, time } = await dueRefund(
      server(),
      { refund: () => Promise.reject(new Error('down')), queryRefund: () => Promise.reject(new Error('down')) },
      newName(),
    );
    const waits: number[] = [];
    for (let tries = 0; tries < 14; tries += 1) {
      await send();
      const wait = ((await row())?.try_at.getTime() ?? 0) - time.now.getTime();
      waits.push(wait);
      passTime(wait - 1);
      await send(); // a moment too early
      expect((await row())?.tries).toBe(tries + 1);
      passTime(1);
    }
    expect(waits).toEqual([...Array.from({ length: 12 }, (_, n) => backoffMs * 2 ** n), hourMs, hourMs]);
  });
});

it.each([
  ['refuses', new Refused('NO_MONEY', 'not enough'), 'failed', 'NO_MONEY: not enough', 40, 'a refund needs staff'],
  ['is not set up', new Misconfigured('no key'), 'asked', 'no key', 50, 'a refund waits: the settings are wrong'],
  ['does not answer', new Error('hang up'), 'asked', 'hang up', 50, 'a refund failed and is retried'],
])(
  'if the provider %s, the refund, the log and the metrics record it',
  async (_case, error, state, last_error, level, line) => {
    const { send, row, logged, deps, returned, movedOrders, orderId } = await dueRefund(
      server(),
      { refund: () => Promise.reject(error) },
      newName(),
    );
    await send();
    expect(await row()).toMatchObject({ state, last_error });
    expect(logged.find((each) => each.includes(line))).toContain(`"level":${level}`);
    const isFailed = state === 'failed';
    const { id: refundId } = (await row()) ?? {};
    const [{ name: provider } = { name: '' }] = deps.providers;
    const why = `${isFailed ? 'NO_MONEY: ' : ''}${error.message}`;
    expect(logged.map((each) => JSON.parse(each) as object)).toMatchObject([
      {
        orderId,
        refundId,
        ...(isFailed ? { amount: 500, currency: 'CNY', provider, why } : { err: { message: why } }),
      },
    ]);
    const metrics = await deps.metrics.registry.metrics();
    expect(metrics).toContain(`recline_refunds_total{outcome="${isFailed ? 'failed' : 'error'}"} 1`);
    const { failed } = await countFailed.one(deps.pool);
    expect(metrics).toContain(`recline_refunds_needing_staff ${failed}`);
    expect(await returned()).toEqual([]);
    expect(movedOrders).toEqual(isFailed ? [orderId] : []);
  },
);

it('at a provider that is no longer set up waits, while all others are sent', async () => {
  const name = newName();
  const { send, deps, row } = await dueRefund(server(), { refund: done }, name);
  deps.providers = [];
  await send();
  expect(await row()).toMatchObject({ state: 'asked', last_error: `the provider ${name} is not set up` });
});

it('is sent in the round of its provider alone', async () => {
  const name = newName();
  const { send, row } = await dueRefund(server(), { refund: done }, name);
  await send({ names: [newName()], among: true });
  await send({ names: [name], among: false });
  expect(await row()).toMatchObject({ state: 'due', tries: 0 });
  await send();
  expect(await row()).toMatchObject({ state: 'done', tries: 1 });
});

it('beyond one batch is still sent in the same round, longest due first', async () => {
  const keys: string[] = [];
  const name = newName();
  const { send, orderId, deps, time } = await dueRefund(
    server(),
    {
      refund: async (request) => {
        keys.push(request.key);
        return done(request);
      },
    },
    name,
  );
  for (let minutes = 1; minutes <= 24; minutes += 1) {
    const at = new Date(time.now.getTime() - minutes * 60_000);
    const request = { orderId, amount: 1, currency: 'CNY', reason: '', requestedBy: 'test', requestId: null } as const;
    await requestRefunds(deps.pool, [request], at);
  }
  await send();
  const { rows } = await deps.pool.query<{ id: number; state: string }>(
    'SELECT id, state FROM refunds WHERE order_id = $1 ORDER BY try_at, created_at',
    [orderId],
  );
  expect(keys).toHaveLength(25);
  const byAge = await deps.pool.query<{ id: number }>(
    'SELECT id FROM refunds WHERE order_id = $1 ORDER BY created_at',
    [orderId],
  );
  // The first batch holds the twenty oldest.
  const oldest = await Promise.all(byAge.rows.slice(0, 20).map(({ id }) => keyOf(id)));
  expect(keys.slice(0, 20).toSorted()).toEqual(oldest.toSorted());
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['done']));
});

it('leased by a server that died is taken again when the lease expires, not before', async () => {
  let answers = 0;
  const { promise, resolve } = Promise.withResolvers<RefundState>();
  const { send, row, passTime } = await dueRefund(
    server(),
    {
      refund: async (request) => {
        answers += 1;
        return answers === 1 ? promise : done(request);
      },
    },
    newName(),
  );
  const lost = send();
  await until(async () => answers === 1);
  passTime(leaseMs - 1);
  await send();
  expect(answers).toBe(1);
  passTime(1);
  await send();
  expect(answers).toBe(2);
  expect(await row()).toMatchObject({ state: 'done' });
  // The first answer arrives after all: the refund stays done, and is in the books once.
  resolve({ status: 'pending', key: '' });
  await lost;
  expect(await row()).toMatchObject({ state: 'done' });
});

describe("a provider's report of a refund", () => {
  it('counts once: it is in the books once, however often the report is repeated', async () => {
    const { row, report, returned, movedOrders, orderId } = await dueRefund(server(), { refund: done }, newName());
    const key = await keyOf((await row())?.id ?? 0);
    expect(await report({ status: 'done', key, ref: 'R-1' })).toBeUndefined();
    expect(await report({ status: 'done', key, ref: 'R-1' })).toBe('no open refund has this number');
    expect(await row()).toMatchObject({ state: 'done', provider_ref: 'R-1' });
    expect(await returned()).toEqual([500]);
    expect(movedOrders).toEqual([orderId]);
  });

  it('of another provider, under another number, or undecided, changes nothing', async () => {
    const { row, report, returned } = await dueRefund(server(), { refund: done }, newName());
    const before = await row();
    const key = await keyOf(before?.id ?? 0);
    const none = 'no open refund has this number';
    expect(await report({ status: 'done', key }, newName())).toBe(none);
    for (const wrong of [`x${key}`, `abcdef_r${before?.id}`, key.replace('_r', '_'), `${key}x`, await keyOf(999_999)])
      expect(await report({ status: 'done', key: wrong })).toBe(none);
    expect(await report({ status: 'pending', key })).toBe('the refund is pending');
    expect(await report({ status: 'none', key })).toBe('the refund is none');
    expect(await row()).toEqual(before);
    expect(await returned()).toEqual([]);
  });

  it('that it failed reaches staff once, and counts if the money arrived after all', async () => {
    const { row, report, returned, logged, deps } = await dueRefund(server(), { refund: done }, newName());
    const key = await keyOf((await row())?.id ?? 0);
    const failed = { status: 'failed', key, why: 'no such card', staff: true } as const;
    expect(await report(failed)).toBeUndefined();
    expect(await report(failed)).toBe('staff know that it failed');
    expect(await deps.metrics.registry.metrics()).toContain('recline_refunds_needing_staff 1');
    expect(await row()).toMatchObject({ state: 'failed', last_error: 'no such card' });
    expect(logged.filter((line) => line.includes('a refund needs staff'))).toHaveLength(1);
    expect(await report({ status: 'done', key })).toBeUndefined();
    expect(await row()).toMatchObject({ state: 'done', last_error: null });
    expect(await returned()).toEqual([500]);
  });

  it('that it failed for now causes another request', async () => {
    const { row, report, time } = await dueRefund(server(), { refund: done }, newName());
    const before = await row();
    const key = await keyOf(before?.id ?? 0);
    expect(await report({ status: 'failed', key, why: 'busy' })).toBeUndefined();
    expect(await row()).toMatchObject({ state: 'asked', last_error: 'busy' });
    expect(((await row())?.try_at ?? time.now) >= time.now).toBe(true);
  });

  it('changes nothing after staff closed it', async () => {
    const { row, report, returned } = await dueRefund(server(), { refund: done }, newName());
    const id = (await row())?.id ?? 0;
    await closeByStaff(id);
    expect(await report({ status: 'done', key: await keyOf(id) })).toBe('no open refund has this number');
    expect(await returned()).toEqual([]);
    expect(await row()).toMatchObject({ state: 'failed' });
  });
});

it('that arrives while staff close it leaves it closed, and out of the books', async () => {
  const { promise, resolve } = Promise.withResolvers<RefundState>();
  let asked = false;
  const { send, row, returned } = await dueRefund(
    server(),
    {
      refund: () => {
        asked = true;
        return promise;
      },
    },
    newName(),
  );
  const sending = send();
  await until(async () => asked);
  await closeByStaff((await row())?.id ?? 0);
  resolve({ status: 'done', key: '' });
  await sending;
  expect(await row()).toMatchObject({ state: 'failed' });
  expect(await returned()).toEqual([]);
});

it('on a bill puts it into the next round, unless it is of another provider or finished', async () => {
  const { row, deps, time, passTime } = await dueRefund(server(), { refund: done }, newName());
  const before = await row();
  const [id, dueAt] = [before?.id ?? 0, time.now];
  const rounds: number[] = [];
  const soon = (provider: string) => queryRefundSoon({ ...deps, refundSoon: () => void rounds.push(id) }, provider, id);
  const name = deps.providers[0]?.name ?? '';
  const inAnHour = new Date(dueAt.getTime() + hourMs);
  await deps.pool.query('UPDATE refunds SET try_at = $2 WHERE id = $1', [id, inAnHour]);
  await soon(newName());
  expect((await row())?.try_at).toEqual(inAnHour);
  await soon(name);
  expect((await row())?.try_at).toEqual(dueAt);
  passTime(1000);
  await soon(name); // never later than before
  expect((await row())?.try_at).toEqual(dueAt);
  await deps.pool.query(`UPDATE refunds SET state = 'failed', try_at = $2 WHERE id = $1`, [id, inAnHour]);
  await soon(name);
  expect((await row())?.try_at).toEqual(inAnHour);
  expect(rounds).toHaveLength(4);
  const [other] = (
    await deps.pool.query<{ id: number }>(
      `INSERT INTO refunds (order_id, attempt_id, provider, amount, currency, reason, requested_by, state, try_at, created_at)
       SELECT order_id, attempt_id, provider, 1, currency, reason, requested_by, 'due', $2, created_at FROM refunds
       WHERE id = $1 RETURNING id`,
      [id, inAnHour],
    )
  ).rows;
  await soon(name);
  const found = await deps.pool.query('SELECT try_at FROM refunds WHERE id = $1', [other?.id]);
  expect(found.rows).toEqual([{ try_at: inAnHour }]);
});

it('of a payment that matches no order changes none, whether it succeeds or needs staff', async () => {
  for (const state of [{ status: 'done' }, { status: 'failed', staff: true }] as const) {
    const { row, deps, report, movedOrders } = await dueRefund(server(), { refund: done }, newName());
    const id = (await row())?.id ?? 0;
    await deps.pool.query('UPDATE refunds SET order_id = NULL, surplus = true WHERE id = $1', [id]);
    expect(await report({ ...state, key: await keyOf(id) })).toBeUndefined();
    const found = await deps.pool.query('SELECT state, last_error FROM refunds WHERE id = $1', [id]);
    const last_error = state.status === 'failed' ? 'no reason given' : null;
    expect(found.rows).toEqual([{ state: state.status, last_error }]);
    expect(movedOrders).toEqual([]);
  }
});

it('that needs staff is counted until they close it; done and closed ones are not counted', async () => {
  const { pool } = server();
  const { row, report } = await dueRefund(server(), { refund: done }, newName());
  const id = (await row())?.id ?? 0;
  const counted = async () => (await countFailed.one(pool)).failed;
  const backlog = async (state: string) =>
    (await refundBacklog(pool)).find((each) => each.state === state)?.refunds ?? 0;
  const before = { failed: await counted(), waiting: await backlog('failed'), done: await backlog('done') };
  await report({ status: 'failed', key: await keyOf(id), why: 'no such card', staff: true });
  expect([await counted(), await backlog('failed')]).toEqual([before.failed + 1, before.waiting + 1]);
  await closeByStaff(id);
  expect([await counted(), await backlog('failed')]).toEqual([before.failed, before.waiting]);
  expect(await backlog('done')).toBe(0);
});
