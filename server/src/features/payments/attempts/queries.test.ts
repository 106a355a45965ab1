import { describe, expect, it } from 'vitest';
import { transaction } from '../../../platform/db.ts';
import { makeLog } from '../../../platform/log.ts';
import { useServer } from '../../../testing/server.ts';
import type { PaymentId, PaymentProvider, PaymentState } from '../providers/provider.ts';
import type { PaymentHooks } from './hooks.ts';
import { queryAttempts, settle } from './settlement.ts';

/** A provider's answers about an open attempt, and the outcome for the attempt and its order. */

// The server itself must not query them: it has no such providers, and polls rarely.
const server = useServer({}, { payments: { everyMs: 3600_000 } });

let names = 0;
const queryAfterMs = 10_000;
const now = new Date('2026-11-15T12:00:00.000Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const minuteMs = 60_000;

interface AttemptOptions {
  attempt?: number;
  order?: { id: number } | null;
  provider?: string;
  state?: 'open' | 'paid';
  closing?: boolean;
  requested?: boolean;
  ref?: string | null;
  queryAt?: Date;
  until?: Date;
  returnedAt?: Date | null;
  answeredAt?: Date | null;
}

/** A fake provider with given answers, its recorded queries, and the calls to orders. */
function scene(answer: (payment: PaymentId) => Partial<PaymentState>) {
  const { pool, world } = server();
  names += 1;
  const name = `asked${names}`;
  const [asked, heard, logged]: [string[], string[], string[]] = [[], [], []];
  const say = (what: string) => async (payment: PaymentId) => {
    asked.push(`${what} ${payment.key}`);
    return { key: payment.key, ...answer(payment) } as PaymentState;
  };
  const hooks: PaymentHooks = {
    transaction: (work) =>
      transaction(pool, (db) =>
        work({
          db,
          now,
          lock: async (ids) => void heard.push(`lock ${ids.join()}`),
          received: async ({ orderId, amount }) => void heard.push(`received ${orderId} ${amount}`),
          cancel: async (id, reason) => void heard.push(`cancel ${id} ${reason}`),
          moved: async (id) => void heard.push(`moved ${id}`),
          refundDue: () => void heard.push('refund due'),
        }),
      ),
  };
  const provider = { name, query: say('query'), close: say('close') } as Partial<PaymentProvider> as PaymentProvider;
  const log = makeLog('error', { write: (line: string) => void logged.push(line) });
  const installation = async () => 'ab12cd';
  const deps = { pool, clock: () => now, log, providers: [provider], hooks, installation, refundSoon: () => {} };

  async function newOrder() {
    const { deviceId } = await world.device(await world.outlet());
    return world.order(deviceId, { amount: 1500, status: 'pending' });
  }
  async function attempt(options: AttemptOptions = {}) {
    const order = options.order === undefined ? await newOrder() : options.order;
    const number = `test00_${order?.id ?? name}_${options.attempt ?? 1}`;
    const { state = 'open' } = options;
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO payment_attempts (order_id, attempt, number, provider, amount, currency, state, closing, request,
         provider_ref, query_at, until, returned_at, answered_at, created_at, settled_at)
       VALUES ($1, $2, $3, $4, 1500, 'CNY', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
      [
        order?.id ?? null,
        options.attempt ?? 1,
        number,
        options.provider ?? name,
        state,
        options.closing ?? false,
        (options.requested ?? true) ? '{}' : null,
        options.ref ?? null,
        options.queryAt ?? now,
        options.until ?? at(10 * minuteMs),
        options.returnedAt ?? null,
        options.answeredAt ?? null,
        now,
        state === 'open' ? null : now,
      ],
    );
    return { id: rows[0]?.id ?? 0, number, orderId: order?.id ?? 0, order };
  }
  const row = async ({ number }: { number: string }) =>
    (
      await pool.query<{ state: string; query_at: Date; answered_at: Date | null; closing: boolean }>(
        'SELECT state, query_at, answered_at, closing FROM payment_attempts WHERE number = $1',
        [number],
      )
    ).rows[0];
  return {
    name,
    asked,
    heard,
    logged,
    newOrder,
    attempt,
    row,
    settle: (state: PaymentState, from = name) => settle(deps, from, state),
    query: (whose = { names: [name], among: true }) => queryAttempts(deps, { queryAfterMs }, whose),
  };
}

const paid = { status: 'paid', ref: 'r', amount: 1500, currency: 'CNY' } as const;
const margin = 2 * minuteMs;

describe('an open attempt', () => {
  it.each([
    ['not known yet', { status: 'none' }, {}, 'query', 'open', []],
    ['not requested yet: its payer waits for a turn', paid, { requested: false }, undefined, 'open', []],
    [
      'over before it was requested',
      { status: 'none' },
      { requested: false, until: at(-margin - 1) },
      'close',
      'dead',
      ['lock', 'cancel'],
    ],
    ['not known two minutes after its end', { status: 'none' }, { until: at(-margin) }, 'query', 'open', []],
    [
      'not known longer after its end',
      { status: 'none' },
      { until: at(-margin - 1) },
      'close',
      'dead',
      ['lock', 'cancel'],
    ],
    ['undecided', { status: 'open' }, {}, 'query', 'open', []],
    ['undecided long after its end', { status: 'open' }, { until: at(-margin - 1) }, 'close', 'open', []],
    ['dead', { status: 'dead' }, {}, 'query', 'dead', ['lock', 'cancel']],
    ['paid', paid, {}, 'query', 'paid', ['lock', 'received']],
    ['being closed, and undecided', { status: 'open' }, { closing: true }, 'close', 'open', []],
    ['being closed, and dead', { status: 'dead' }, { closing: true }, 'close', 'dead', ['lock']],
    ['being closed, and paid', paid, { closing: true }, 'close', 'paid', ['lock', 'received']],
    ['being closed, never requested', paid, { closing: true, requested: false }, undefined, 'dead', ['lock']],
  ] as const)('that is %s', async (_case, answer, options, call, state, told) => {
    const { attempt, query, row, asked, heard } = scene(() => answer);
    const open = await attempt(options);
    await query();
    expect(asked).toEqual(call ? [`${call} ${open.number}`] : []);
    expect(await row(open)).toMatchObject({ state });
    expect(heard.map((line) => line.split(' ')[0])).toEqual(told);
    expect(heard.filter((line) => !line.includes(String(open.orderId)))).toEqual([]);
  });

  it('is queried when it is due, and again after a while', async () => {
    const { attempt, query, row, asked } = scene(() => ({ status: 'open' }));
    const [due, later] = [await attempt({ queryAt: now }), await attempt({ queryAt: at(1) })];
    await query();
    expect(asked).toEqual([`query ${due.number}`]);
    expect((await row(due))?.query_at).toEqual(at(queryAfterMs));
    expect((await row(later))?.query_at).toEqual(at(1));
  });

  it('is queried by the id that the provider gave it', async () => {
    const known: (string | undefined)[] = [];
    const { attempt, query } = scene(({ ref }) => {
      known.push(ref);
      return { status: 'open' };
    });
    await attempt({ ref: 'cs_1' });
    await query();
    expect(known).toEqual(['cs_1']);
  });

  it('is queried in its own provider’s round, and no longer once it is decided', async () => {
    const { attempt, query, asked, name } = scene(() => ({ status: 'open' }));
    await attempt({ state: 'paid' });
    const open = await attempt();
    await query({ names: ['otherwise'], among: true });
    await query({ names: [name], among: false });
    expect(asked).toEqual([]);
    await query();
    expect(asked).toEqual([`query ${open.number}`]);
  });

  it('whose query fails does not delay others', async () => {
    const { attempt, query, row, logged } = scene(({ ref }) => {
      if (ref === 'broken') throw new Error('socket hang up');
      return { status: 'dead' };
    });
    const [broken, fine] = [await attempt({ ref: 'broken' }), await attempt()];
    await query();
    expect([(await row(broken))?.state, (await row(fine))?.state]).toEqual(['open', 'dead']);
    expect(logged.join('')).toContain('a payment query failed');
  });
});

it('among many is queried first if its payer has returned and waits, then the oldest; none is skipped', async () => {
  const { attempt, query, asked } = scene(() => ({ status: 'open' }));
  const old = await attempt({ queryAt: at(-minuteMs) });
  const answered = await attempt({ queryAt: at(-1), returnedAt: at(-minuteMs), answeredAt: at(-1) });
  const others = [];
  for (let n = 0; n < 10; n += 1) others.push(await attempt({ queryAt: at(-30_000 - n) }));
  const waiting = await attempt({ returnedAt: at(-1) });
  await query();
  expect(asked).toHaveLength(13);
  const first = new Set(asked.slice(0, 10).map((line) => line.split(' ')[1]));
  expect(first.has(waiting.number)).toBe(true);
  expect(first.has(old.number)).toBe(true);
  expect(first.has(answered.number)).toBe(false);
  expect(first.has(others[9]?.number ?? '')).toBe(true);
  expect(first.has(others[0]?.number ?? '')).toBe(false);
});

describe('a payer who came back', () => {
  it.each([
    ['is told once that it is not paid yet', { returnedAt: at(-1) }, true],
    ['is told again after coming back again', { returnedAt: at(-1), answeredAt: at(-2) }, true],
    ['was told before', { returnedAt: at(-2), answeredAt: at(-1) }, false],
    ['was told in the same moment', { returnedAt: at(-1), answeredAt: at(-1) }, false],
    ['after the question was asked waits for the next answer', { returnedAt: at(1) }, false],
    ['in the moment of the question is told', { returnedAt: now }, true],
    ['never did', {}, false],
  ] as const)('%s', async (_case, options, isTold) => {
    const { attempt, query, row, heard } = scene(() => ({ status: 'open' }));
    const open = await attempt(options);
    await query();
    expect(heard).toEqual(isTold ? [`moved ${open.orderId}`] : []);
    const { answeredAt = null } = options as AttemptOptions;
    expect((await row(open))?.answered_at).toEqual(isTold ? now : answeredAt);
  });
});

describe('the end of an attempt', () => {
  const dead = (key: string, more: object = {}) => ({ status: 'dead', key, ...more }) as const;

  it('cancels the order, unless another attempt of it can still be paid', async () => {
    const { attempt, settle: tell, heard, newOrder, row } = scene(() => ({}));
    const order = await newOrder();
    const first = await attempt({ order });
    const second = await attempt({ order, attempt: 2 });
    expect(await tell(dead(first.number))).toBeUndefined();
    expect((await row(first))?.state).toBe('dead');
    expect(heard).toEqual([`lock ${order.id}`]);
    expect(await tell(dead(second.number))).toBeUndefined();
    expect(heard).toEqual([`lock ${order.id}`, `lock ${order.id}`, `cancel ${order.id} payment declined`]);
  });

  it('that is being closed leaves the order unchanged, because it was replaced', async () => {
    const { attempt, settle: tell, heard } = scene(() => ({}));
    const { number, orderId } = await attempt({ closing: true });
    expect(await tell(dead(number))).toBeUndefined();
    expect(heard).toEqual([`lock ${orderId}`]);
  });

  it('counts once, from its own provider and for the session that we opened', async () => {
    const { attempt, settle: tell, heard, row } = scene(() => ({}));
    const open = await attempt({ ref: 'cs_ours' });
    expect(await tell(dead(open.number), 'otherwise')).toBe('unknown number');
    expect(await tell(dead(`${open.number}0`))).toBe('unknown number');
    expect(await tell(dead(open.number, { session: 'cs_other' }))).toContain('not proven');
    expect(await tell({ status: 'open', key: open.number })).toBe('the payment is open');
    expect(await row(open)).toMatchObject({ state: 'open' });
    expect(heard).toEqual([]);
    expect(await tell(dead(open.number, { session: 'cs_ours' }))).toBeUndefined();
    expect(await tell(dead(open.number, { session: 'cs_ours' }))).toBe('settled before');
    expect(heard.filter((line) => line.startsWith('cancel'))).toHaveLength(1);
  });

  it('of a payment that matches no order, or that was paid, changes nothing', async () => {
    const { attempt, settle: tell, heard, row } = scene(() => ({}));
    const [orphan, done] = [await attempt({ order: null, state: 'paid' }), await attempt({ state: 'paid' })];
    expect(await tell(dead(orphan.number))).toBe('recorded before');
    expect(await tell(dead(done.number))).toBe('settled before');
    expect([(await row(orphan))?.state, (await row(done))?.state]).toEqual(['paid', 'paid']);
    expect(heard.filter((line) => line.startsWith('cancel'))).toEqual([]);
  });
});

it('a payment of another provider under our number is not taken for ours', async () => {
  const { attempt, settle: tell, row, heard } = scene(() => ({}));
  const open = await attempt();
  expect(await tell({ ...paid, key: open.number }, 'otherwise')).toContain('not proven');
  expect(await row(open)).toMatchObject({ state: 'open' });
  expect(heard.filter((line) => line.startsWith('received'))).toEqual([]);
});
