import { beijingDay } from '@recline/provider-simulator/core/clock';
import { providerNames as names } from '@recline/provider-simulator/core/faults';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from './testing/chairs.ts';
import { runCli } from './testing/cli.ts';
import { startTestProviders, useProviders } from './testing/providers.ts';

/**
 * Problems that need staff, and problems that end by themselves once the provider, its clock or its keys are right
 * again.
 */

const providers = await startTestProviders();
const { server, pendingOrder, runningOrder } = useProviders(providers);
afterEach(() => {
  for (const name of names) providers.clocks.skew(name, 0);
});

type Paid = Awaited<ReturnType<typeof runningOrder>>;
type Pending = Awaited<ReturnType<typeof pendingOrder>>;

const cli = (...words: string[]) =>
  runCli([...words, '--actor', 'anna'], {
    ...providers.settings,
    PAYMENT_PROVIDERS: names.join(','),
    DATABASE_URL: server().databaseUrl,
    DATA_DIR: server().dataDir,
  });

describe('a refund that its provider cannot complete', () => {
  const refundOf = async ({ orderId }: Paid) => {
    const { rows } = await server().pool.query<{ id: number; state: string }>(
      'SELECT id, state FROM refunds WHERE order_id = $1',
      [orderId],
    );
    return rows[0];
  };
  const numberOf = async (paid: Paid) => `${paid.number.split('_')[0]}_r${(await refundOf(paid))?.id}`;

  /** A refund of 4.00 that needs staff. */
  async function stuckRefund(name: 'wechat' | 'stripe') {
    const paid = await runningOrder(name);
    providers.faults.planRefund(name, name === 'wechat' ? 'stuck' : 'failed', 50);
    await paid.refund(400);
    await until(async () => (await refundOf(paid))?.state === 'failed');
    return paid;
  }

  it.each(['wechat', 'stripe'] as const)(
    '%s: needs staff, in status, metric and log, with instructions',
    async (name) => {
      const paid = await stuckRefund(name);
      const { id } = (await refundOf(paid)) ?? {};
      expect((await cli('status')).stdout).toMatch(/refunds that need staff\s+[1-9]\d*: `recline payments refunds`/);
      expect((await cli('payments', 'refunds')).stdout).toMatch(new RegExp(`^${id}\\s.*needs staff`, 'm'));
      const metrics = await (await fetch(`${server().url}/metrics`)).text();
      expect(metrics).toMatch(/recline_refunds_needing_staff [1-9]/);
      expect(server().logged.join()).toContain(`recline payments refund close ${id}`);
      expect((await paid.order()).payment).toBe('refunding');
      await cli('payments', 'refund', 'close', String(id), '--paid', 'hand', '--reason', 'bank transfer');
      expect((await paid.order()).payment).toBe('partly_refunded');
      expect(await paid.money()).toContain('refunded 400');
    },
  );

  it('WeChat: when staff complete it in the merchant platform, it is done here too, once', async () => {
    const paid = await stuckRefund('wechat');
    await providers.wechat.settleRefund(await numberOf(paid), 'done');
    await until(async () => (await paid.order()).payment === 'partly_refunded');
    expect(await paid.money()).toEqual(['paid 1500', 'refund 400', 'refunded 400']);
    expect(paid.book()).toEqual({ paid: 1500, refunded: 400, refunding: 0 });
  });

  it('Stripe: on the bill while pending, it counts as done only once it is done', async () => {
    const paid = await runningOrder('stripe');
    providers.faults.planRefund('stripe', 'pending');
    await paid.refund(400);
    await until(async () => (await refundOf(paid))?.state === 'pending');
    await cli('payments', 'reconcile', '--day', new Date().toISOString().slice(0, 10), '--provider', 'stripe');
    expect((await refundOf(paid))?.state).toBe('pending');
    expect(await paid.money()).toEqual(['paid 1500', 'refund 400']);
    await providers.stripe.settleRefund(await numberOf(paid), 'done');
    await until(async () => (await paid.order()).payment === 'partly_refunded');
  });
});

it('Stripe: a refund that fails after it was done is listed by the bill', async () => {
  const paid = await runningOrder('stripe');
  await paid.refund(400);
  await until(async () => (await paid.order()).payment === 'partly_refunded');
  const { rows } = await server().pool.query<{ id: number }>('SELECT id FROM refunds WHERE order_id = $1', [
    paid.orderId,
  ]);
  const number = `${paid.number.split('_')[0]}_r${rows[0]?.id}`;
  await providers.stripe.settleRefund(number, 'failed');
  await cli('payments', 'reconcile', '--day', new Date().toISOString().slice(0, 10), '--provider', 'stripe');
  expect((await cli('payments', 'differences')).stdout).toMatch(new RegExp(`stripe\\s+wrong amount\\s+${number}`));
});

describe('Stripe’s idempotency keys', () => {
  it('that repeat a failure for a day: the refund waits that day, and is made once', async () => {
    const paid = await runningOrder('stripe');
    providers.faults.plan('stripe', 'refund', 'failed');
    await paid.refund(400);
    const tries = 'SELECT tries FROM refunds WHERE order_id = $1';
    await until(async () => (await server().pool.query<{ tries: number }>(tries, [paid.orderId])).rows[0]?.tries === 3);
    expect(paid.book()).toMatchObject({ refunded: 0, refunding: 0 });
    providers.stripe.pruneKeys();
    await paid.returned(400);
  });

  it('that are forgotten: a refund whose answer was lost is found by our number, not made again', async () => {
    const paid = await runningOrder('stripe');
    providers.faults.plan('stripe', 'refund', 'lostAnswer');
    providers.faults.plan('stripe', 'refundQuery', 'failed', 2);
    await paid.refund(400);
    await until(async () => paid.book()?.refunded === 400);
    providers.stripe.pruneKeys();
    await until(async () => (await paid.order()).payment === 'partly_refunded');
    expect(paid.book()).toEqual({ paid: 1500, refunded: 400, refunding: 0 });
  });
});

it('a provider that does not answer delays neither queries nor refunds of others', async () => {
  const [slow, quick] = [await runningOrder('wechat'), await pendingOrder('alipay')];
  providers.faults.plan('wechat', 'refund', 'held');
  await slow.refund(400);
  const waiting = await pendingOrder('wechat');
  providers.faults.planNotice('wechat', 'never');
  providers.faults.plan('wechat', 'query', 'held');
  await waiting.pay();
  await providers.faults.whenWaiting(2);
  providers.faults.planNotice('alipay', 'never');
  await quick.pay();
  await quick.running();
  await quick.refund(400);
  await quick.returned(400);
  providers.faults.release();
  await slow.returned(400);
  await waiting.running();
});

describe.each(names)('money of %s that does not fit', (name) => {
  const kindsOf = async ({ number }: Pending) => {
    const find = 'SELECT kind FROM payment_differences WHERE subject = $1';
    return (await server().pool.query<{ kind: string }>(find, [number])).rows.map(({ kind }) => kind);
  };

  it('in amount pays for nothing: it is refunded, and staff are notified', async () => {
    const pending = await pendingOrder(name);
    await server().pool.query('UPDATE payment_attempts SET amount = 1400 WHERE number = $1', [pending.number]);
    await pending.pay();
    await pending.returned(1500);
    expect((await pending.order()).status).toBe('cancelled');
    expect(await kindsOf(pending)).toEqual(['wrong amount']);
  });

  it('because its attempt is missing is shown to staff, and neither recorded nor refunded', async () => {
    const pending = await pendingOrder(name);
    await server().pool.query('DELETE FROM payment_attempts WHERE number = $1', [pending.number]); // as after restoring an older backup
    await pending.pay();
    await until(async () => (await kindsOf(pending)).length > 0);
    expect(await kindsOf(pending)).toEqual(['unknown order']);
    expect(await pending.money()).toEqual([]);
    expect(pending.book()).toEqual({ paid: 1500, refunded: 0, refunding: 0 });
  });
});

describe.each(['wechat', 'stripe'] as const)('%s, with a clock that is six minutes off', (name) => {
  it('is not trusted; once the clock is right, the chair starts once', async () => {
    const pending = await pendingOrder(name);
    providers.clocks.skew(name, -6 * 60_000);
    if (name === 'stripe') providers.faults.plan(name, 'query', 'failed', 3); // its answers have no timestamp
    await pending.pay();
    const forged = `SELECT FROM payment_notices WHERE provider = $1 AND outcome = 'forged'`;
    await until(async () => ((await server().pool.query(forged, [name])).rowCount ?? 0) > 0);
    expect((await pending.order()).status).toBe('pending');
    providers.clocks.skew(name, 0);
    await pending.running();
    expect(await pending.money()).toEqual(['paid 1500']);
  });
});

it('WeChat: a probe with a wrong signature is refused without a warning, and the payment counts', async () => {
  const warnings = () => server().logged.filter((line) => line.includes('not genuine')).length;
  const before = warnings();
  const pending = await pendingOrder('wechat');
  providers.faults.planNotice('wechat', 'signTest');
  await pending.pay();
  const probes = `SELECT FROM payment_notices WHERE provider = 'wechat' AND outcome = 'forged' AND headers::text LIKE '%SIGNTEST%'`;
  await until(async () => ((await server().pool.query(probes)).rowCount ?? 0) > 0);
  await pending.running();
  expect(warnings()).toBe(before);
});

it('WeChat: an expired link is renewed for the same payment', async () => {
  const pending = await pendingOrder('wechat');
  providers.clocks.pass(6 * 60_000); // at WeChat
  await expect(pending.pay()).rejects.toThrow('已过期');
  await server().pool.query('UPDATE payment_attempts SET way_until = now() WHERE number = $1', [pending.number]);
  const { orderId } = pending;
  const { data } = await server().client.starting.pay({ orderId }, pending);
  await pending.payAt(data.payUrl ?? '');
  await pending.running();
  expect(pending.book()?.paid).toBe(1500);
});

describe.each(names)('the bill of %s', (name) => {
  const day = () => (name === 'stripe' ? new Date().toISOString().slice(0, 10) : beijingDay(Date.now()));
  const reconcile = () => cli('payments', 'reconcile', '--day', day(), '--provider', name);
  const differences = async (subject: string) => {
    const list = await cli('payments', 'differences', '--all', '--json');
    const rows = JSON.parse(list.stdout) as { id: number; subject: string; kind: string; order_id: number }[];
    return rows.filter((row) => row.subject === subject);
  };

  it('with extra, differing and missing rows: each is a difference, once, and nothing is corrected silently', async () => {
    const [right, wrong, missing] = [await runningOrder(name), await runningOrder(name), await runningOrder(name)];
    const unheard = await pendingOrder(name);
    const at = Date.now();
    const currency = name === 'stripe' ? 'cny' : 'CNY';
    const extra = {
      kind: 'paid',
      number: unheard.number,
      ref: `late${at}`,
      amount: 1500,
      currency,
      fee: 0,
      at,
    } as const;
    providers[name].bills.change(day(), {
      omit: [missing.number],
      amounts: { [wrong.number]: 1400 },
      extra: [extra],
    });
    expect((await reconcile()).code).toBe(0);
    expect(await differences(right.number)).toEqual([]);
    expect(await differences(wrong.number)).toMatchObject([{ kind: 'wrong amount', order_id: Number(wrong.orderId) }]);
    expect(await differences(unheard.number)).toMatchObject([{ kind: 'not recorded' }]);
    expect(await wrong.money()).toEqual(['paid 1500']);
    // It may be on the next day's bill.
    expect(await differences(missing.number)).toEqual([]);
    expect((await reconcile()).stdout).toMatch(new RegExp(`${name}\\s+\\d+\\s+\\d+\\s+0`));
    providers[name].bills.change(day(), { omit: [], amounts: {}, extra: [] });
  });

  it('with a refund made in its dashboard: once staff close it, it is in the books with their name', async () => {
    const paid = await runningOrder(name);
    const made = await providers[name].refundByHand(paid.number, 300);
    await reconcile();
    const [difference] = await differences(made);
    expect(difference).toMatchObject({ kind: 'refund not recorded', order_id: Number(paid.orderId) });
    expect((await paid.order()).refundedAmount).toBe(0);
    const close = ['payments', 'differences', 'close', String(difference?.id), '--refunded', '--reason', 'in the shop'];
    expect(await cli(...close)).toMatchObject({ code: 0 });
    expect(await paid.order()).toMatchObject({ refundedAmount: 300, payment: 'partly_refunded' });
    expect(await paid.money()).toEqual(['paid 1500', 'refund 300', 'refunded 300']);
    const { rows } = await server().pool.query('SELECT requested_by, state FROM refunds WHERE order_id = $1', [
      paid.orderId,
    ]);
    expect(rows).toEqual([{ requested_by: expect.stringContaining('anna'), state: 'done' }]);
    expect((await cli(...close)).code).not.toBe(0);
    expect((await reconcile()).stdout).toMatch(new RegExp(`${name}\\s+\\d+\\s+\\d+\\s+0`));
    expect(paid.book()).toMatchObject({ paid: 1500, refunded: 300 });
  });
});

// Runs last, because the old keys cannot be restored.
describe.each(['wechat', 'stripe'] as const)('%s, with new keys', (name) => {
  it('is trusted: the next payment starts its chair', async () => {
    providers[name].rotateKey();
    const pending = await pendingOrder(name);
    await pending.pay();
    await pending.running();
    expect(await pending.money()).toEqual(['paid 1500']);
  });
});

it('Alipay, with a new key: nothing is trusted until ALIPAY_PUBLIC_KEY_FILE has it', async () => {
  providers.alipay.rotateKey();
  const pending = await pendingOrder('alipay');
  await pending.pay();
  const forged = `SELECT FROM payment_notices WHERE provider = 'alipay' AND outcome = 'forged'`;
  await until(async () => ((await server().pool.query(forged)).rowCount ?? 0) > 0);
  expect((await pending.order()).status).toBe('pending');
  expect((await cli('payments', 'check')).stderr).toContain('alipay');
});
