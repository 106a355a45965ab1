import { beforeEach, describe, expect, it } from 'vitest';
import { makeJoinedCalls } from '../../../platform/joined-calls.ts';
import { makeLog } from '../../../platform/log.ts';
import { useRows } from '../../../testing/rows.ts';
import type { Row } from '../../../testing/sample-rows.ts';
import { usualTiming } from '../../../timing.ts';
import type { Payments } from '../environment.ts';
import { AlreadyPaid, Misconfigured, type PaymentProvider, type Prepaid, Refused } from '../providers/provider.ts';
import { openAttemptsOf } from './attempts.sql.ts';
import { isOffered, openFirstAttempt, openWay, type Payer, payOf, prepareAttempt } from './attempts.ts';

/** Ways to pay an order: the attempt used, the request to its provider, and the answer to its payer. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE payment_attempts, orders CASCADE'));

const now = new Date('2026-11-15T12:00:00.000Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
let last = 1000;
function next(): number {
  last += 1;
  return last;
}
async function order(): Promise<number> {
  const id = next();
  await insert('orders', id, { placed_by: null, request_id: null });
  return id;
}

const payer: Payer = { ip: '203.0.113.5', browser: 'other', language: 'en_US', origin: 'https://chairs.example' };
const way = { kind: 'redirect', url: 'https://pay.example/1' } as const;
const prepaid: Prepaid = { ref: 'page 1', way, wayUntil: at(300), until: at(900) };

/** Payments at a fake provider with given answers, which records its requests. */
function scene(prepay: PaymentProvider['prepay'] = async () => prepaid, name = 'slowpay') {
  const asked: Parameters<PaymentProvider['prepay']>[0][] = [];
  const logged: string[] = [];
  const provider = {
    name,
    currencies: ['CNY'],
    browsers: ['other'],
    prepay: (request) => {
      asked.push(request);
      return prepay(request);
    },
  } as Partial<PaymentProvider> as PaymentProvider;
  const payments = {
    pool: pool(),
    clock: () => now,
    log: makeLog('error', { write: (line: string) => void logged.push(line) }),
    providers: [provider],
    timing: { ...usualTiming.payments, queryAfterMs: 60_000 },
    prepaying: makeJoinedCalls(),
    installation: async () => 'ab12cd',
    noticeUrl: (of: string) => `https://chairs.example/notice/${of}`,
  } as Partial<Payments> as Payments;
  const attempt = (orderId: number, provider_ = name) => ({
    orderId,
    provider: provider_,
    amount: 1500,
    currency: 'CNY' as const,
    until: at(600),
  });
  const open = async () => {
    const id = await order();
    await openFirstAttempt(pool(), payments, attempt(id), now);
    return id;
  };
  const purchase = (orderId: number) => ({ orderId, description: 'massage', returnTo: '/back?id=1', backTo: '/' });
  return {
    asked,
    logged,
    payments,
    attempt,
    open,
    pay: (orderId: number, { by = payer, turn = async () => 0 }: { by?: Payer; turn?: () => Promise<number> } = {}) =>
      payOf(payments, purchase(orderId), by, turn),
    prepare: (orderId: number, options: { provider?: string; by?: Payer; closed?: Row[]; when?: Date } = {}) =>
      prepareAttempt(
        pool(),
        payments,
        {
          asked: attempt(orderId, options.provider),
          payer: options.by ?? payer,
          closed: (options.closed ?? []) as never,
        },
        options.when ?? now,
      ),
  };
}

const attemptsOf = async (orderId: number): Promise<Row[]> =>
  (await pool().query('SELECT * FROM payment_attempts WHERE order_id = $1 ORDER BY attempt', [orderId])).rows;
const change = (orderId: number, set: string) =>
  pool().query(`UPDATE payment_attempts SET ${set} WHERE order_id = $1`, [orderId]);

it('the first attempt has its own number, an end, and a time for the query to its provider', async () => {
  const { open } = scene();
  const id = await open();
  expect(await attemptsOf(id)).toMatchObject([
    {
      attempt: 1,
      number: expect.stringMatching(new RegExp(`^ab12cd_${id}_1_`)),
      provider: 'slowpay',
      amount: 1500,
      currency: 'CNY',
      state: 'open',
      closing: false,
      created_at: now,
      query_at: at(60),
      until: at(600),
      request: null,
    },
  ]);
  expect(await openWay(pool(), id)).toBe('slowpay');
  expect(await openWay(pool(), await order())).toBeUndefined();
});

it('a provider is offered where it takes the currency, in the browser that it knows', () => {
  const { payments } = scene();
  const offered = (name: string, currency: 'CNY' | 'RM', browser: 'other' | 'wechat') =>
    isOffered(payments, name, { currency, browser });
  expect(offered('slowpay', 'CNY', 'other')).toBe(true);
  expect(offered('wechat', 'CNY', 'other')).toBe(false);
  expect(offered('slowpay', 'RM', 'other')).toBe(false);
  expect(offered('slowpay', 'CNY', 'wechat')).toBe(false);
});

describe('a payer who asks', () => {
  it('causes one request to the provider: the answer is reused while it is valid', async () => {
    const { open, pay, asked } = scene();
    const id = await open();
    expect(await pay(id)).toEqual({ way, until: at(300) });
    expect(await pay(id)).toEqual({ way, until: at(300) });
    expect(asked).toHaveLength(1);
    const [kept] = await attemptsOf(id);
    expect(kept).toMatchObject({ provider_ref: 'page 1', way, way_until: at(300), until: at(900) });
    expect(asked[0]).toEqual({
      key: kept?.number,
      amount: 1500,
      currency: 'CNY',
      description: 'massage',
      language: 'en_US',
      payer: { ip: '203.0.113.5', browser: 'other' },
      returnUrl: 'https://chairs.example/back?id=1',
      cancelUrl: 'https://chairs.example/',
      noticeUrl: 'https://chairs.example/notice/slowpay',
      until: at(600),
    });
  });

  it('after that answer expired causes a second, identical request', async () => {
    const { open, pay, asked } = scene();
    const id = await open();
    await pay(id);
    await change(id, `way_until = '${now.toISOString()}'`);
    await pay(id, { by: { ...payer, ip: '203.0.113.99' } });
    expect(asked[1]).toEqual(asked[0]);
    expect(asked).toHaveLength(2);
  });

  it('by several taps at once causes at most two requests: the second may overtake one that hangs', async () => {
    let answer = (_prepaid: Prepaid) => {};
    const answered = new Promise<Prepaid>((resolve) => {
      answer = resolve;
    });
    const { open, pay, asked } = scene(() => answered);
    const id = await open();
    const answers = Promise.all(Array.from({ length: 10 }, () => pay(id)));
    await expect.poll(() => asked.length).toBe(2);
    answer(prepaid);
    expect(await answers).toEqual(Array(10).fill({ way, until: at(300) }));
    expect(asked).toHaveLength(2);
  });

  it("from a wallet is identified to the provider by the wallet's user id", async () => {
    const { open, pay, asked } = scene();
    await pay(await open(), { by: { ...payer, walletUser: 'oMei' } });
    expect(asked[0]?.payer).toEqual({ ip: '203.0.113.5', browser: 'other', walletUser: 'oMei' });
  });

  it('waits for a turn before a request to the provider, but not for a stored answer', async () => {
    const { open, pay, asked } = scene();
    const id = await open();
    expect(await pay(id, { turn: async () => 7 })).toEqual({ waitSeconds: 7 });
    expect(asked).toEqual([]);
    await pay(id);
    expect(await pay(id, { turn: async () => 7 })).toEqual({ way, until: at(300) });
  });

  it.each([
    ['refuses', new Refused('NO'), 'paymentFailed'],
    ['is set up wrongly', new Misconfigured('no key'), 'paymentFailed'],
    ['does not answer', new Error('hang up'), 'unavailable'],
  ])('gets an error if the provider %s, and the log has the reason', async (_case, error, problem) => {
    const { open, pay, logged } = scene(() => Promise.reject(error));
    const id = await open();
    await expect(pay(id)).rejects.toMatchObject({ problem });
    expect(logged.join()).toContain('could not be opened at its provider');
    expect(await attemptsOf(id)).toMatchObject([{ state: 'open', way: null }]);
  });

  it('learns that it was paid already, and the provider is queried at once', async () => {
    const { open, pay, logged } = scene(() => Promise.reject(new AlreadyPaid('payment 9')));
    const id = await open();
    expect(await pay(id)).toBeUndefined();
    expect(await attemptsOf(id)).toMatchObject([{ provider_ref: 'payment 9', returned_at: now, query_at: now }]);
    expect(logged).toEqual([]);
  });

  it('for an attempt at a provider that is not set up is refused', async () => {
    const { open, pay, asked } = scene();
    const id = await open();
    await change(id, `provider = 'elsewhere'`);
    await expect(pay(id)).rejects.toMatchObject({ problem: 'paymentFailed' });
    expect(asked).toEqual([]);
  });

  it('is asked to retry if the attempt is over, because another one may be opened in the next moment', async () => {
    let id = 0;
    const { open, pay, asked } = scene(async () => {
      await change(id, `state = 'dead', settled_at = now()`);
      return prepaid;
    });
    id = await open();
    await expect(pay(id)).rejects.toMatchObject({ problem: 'unavailable' });
    await expect(pay(id)).rejects.toMatchObject({ problem: 'unavailable' });
    expect(asked).toHaveLength(1);
  });

  it('whom the provider refuses gets the way that a concurrent request was given meanwhile', async () => {
    let id = 0;
    const { open, pay } = scene(async () => {
      await pool().query('UPDATE payment_attempts SET way = $2, way_until = $3 WHERE order_id = $1', [
        id,
        way,
        at(300),
      ]);
      throw new Refused('NO');
    });
    id = await open();
    expect(await pay(id)).toEqual({ way, until: at(300) });
  });

  it('is asked to retry while the attempt is being closed for another one', async () => {
    const { open, pay } = scene(async () => prepaid);
    const before = await open();
    await change(before, 'closing = true');
    await expect(pay(before)).rejects.toMatchObject({ problem: 'unavailable' });
    let id = 0;
    const meanwhile = scene(async () => {
      await change(id, 'closing = true');
      return prepaid;
    });
    id = await meanwhile.open();
    await expect(meanwhile.pay(id)).rejects.toMatchObject({ problem: 'unavailable' });
  });

  it('gets the answer of the attempt that replaced this one meanwhile', async () => {
    let id = 0;
    const made = scene(async (request) => {
      if (!request.key.includes('_1_')) return { ...prepaid, ref: 'page 2' };
      await change(id, 'closing = true');
      await insert('payment_attempts', next(), {
        order_id: id,
        attempt: 2,
        number: 'ab12cd_x_2_y',
        provider: 'slowpay',
        until: at(600),
      });
      return prepaid;
    });
    id = await made.open();
    expect(await made.pay(id)).toEqual({ way, until: at(300) });
    expect(made.asked.map(({ key }) => key.split('_')[2])).toEqual(['1', '2']);
  });
});

describe('the attempt of a payer', () => {
  const requested = `request = '{"payer":{"ip":"x","browser":"other","walletUser":"oMei"}}'`;
  const mei: Payer = { ...payer, walletUser: 'oMei' };

  it('is the open one while provider, browser and wallet are the same; the payer may return again', async () => {
    const { open, prepare } = scene();
    const id = await open();
    expect(await prepare(id)).toEqual([]); // the payer has not been shown how to pay yet
    await change(id, `${requested}, returned_at = now()`);
    expect(await prepare(id, { by: mei })).toEqual([]);
    expect(await attemptsOf(id)).toMatchObject([{ attempt: 1, closing: false, returned_at: null }]);
  });

  it.each<[string, { provider?: string; by?: Payer }]>([
    ['by another provider', { provider: 'otherpay', by: mei }],
    ['from another browser', { by: { ...mei, browser: 'wechat' } }],
    ['as another user of the wallet', { by: { ...mei, walletUser: 'oLan' } }],
    ['as no user of a wallet', {}],
  ])('%s is a new one, once the first is closed', async (_case, options) => {
    const { open, prepare } = scene();
    const [id, other] = [await open(), await open()];
    await change(id, requested);
    const [toClose] = await prepare(id, options);
    expect(toClose).toMatchObject({ order_id: id, closing: true });
    expect(await attemptsOf(id)).toMatchObject([{ attempt: 1, closing: true, query_at: at(60) }]);
    // Until its provider has closed it, no other is opened, and only one caller in ten seconds requests the closing.
    await expect(prepare(id, { ...options, when: at(9) })).rejects.toMatchObject({ problem: 'unavailable' });
    expect(await prepare(id, { ...options, when: at(10) })).toHaveLength(1);
    await expect(prepare(id, { ...options, when: at(19) })).rejects.toMatchObject({ problem: 'unavailable' });
    expect(await attemptsOf(id)).toHaveLength(1);
    expect(await prepare(id, { ...options, closed: [toClose as unknown as Row] })).toEqual([]);
    expect(await attemptsOf(id)).toMatchObject([
      { attempt: 1, closing: true },
      { attempt: 2, closing: false, provider: options.provider ?? 'slowpay', request: null },
    ]);
    expect(await attemptsOf(other)).toMatchObject([{ closing: false }]);
  });

  it('is at most the sixth', async () => {
    const { prepare } = scene();
    const id = await order();
    for (let attempt = 1; attempt <= 5; attempt += 1)
      await insert('payment_attempts', next(), { order_id: id, attempt, state: 'dead', settled_at: now });
    expect(await prepare(id)).toEqual([]);
    expect(await attemptsOf(id)).toHaveLength(6);
    await change(id, `state = 'dead', settled_at = now()`);
    await expect(prepare(id)).rejects.toMatchObject({ problem: 'paymentFailed' });
    expect(await openAttemptsOf(pool(), id)).toEqual([]);
  });
});
