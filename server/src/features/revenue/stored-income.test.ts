import { beforeEach, describe, expect, it } from 'vitest';
import { useRows } from '../../testing/rows.ts';
import type { Row } from '../../testing/sample-rows.ts';
import { comparables, firstIncomes } from './income.ts';
import type { Piece } from './revenue.rules.ts';
import * as sql from './revenue.sql.ts';

/** Which stored sums and orders make up an income: of these outlets, currency and period. */

const { pool, insert } = useRows();
beforeEach(() => pool().query('TRUNCATE orders, revenue CASCADE'));

const at = (hour: number) => new Date(Date.UTC(2026, 10, 15, hour));
let last = 1000;
function next(): number {
  last += 1;
  return last;
}

/** An outlet with a chair. */
async function outlet(changed: Row = {}): Promise<number> {
  const id = next();
  if (changed.currency) await insert('price_groups', id, { currency: changed.currency });
  await insert('outlets', id, { ...(changed.currency ? { price_group_id: id } : {}), ...changed });
  await insert('devices', id, { outlet_id: id, price_group_id: null });
  return id;
}

const figures = (online: number, cash = 0, refunds = 0) => ({
  online_orders: online,
  online_gross: 100 * online,
  online_refunds: refunds,
  cash_orders: cash,
  cash_gross: 100 * cash,
  cash_refunds: 0,
});
const sum = (outlet_id: number, hour: number, online: number, changed: Row = {}) =>
  insert('revenue', next(), { outlet_id, at: at(hour), ...figures(online), ...changed });

const paid = (outlet_id: number, hour: number, changed: Row = {}) =>
  insert('orders', next(), {
    outlet_id,
    device_id: `D${outlet_id}`,
    placed_by: null,
    request_id: null,
    created_at: at(hour),
    started_at: at(hour),
    ends_at: at(hour),
    ended_at: at(hour),
    ...changed,
  });

const piece = (tier: Piece['tier'], since: number, until: number, sign: 1 | -1 = 1): Piece => ({
  tier,
  sign,
  since: at(since),
  until: at(until),
});
const asked = (outletIds: number[], pieces: Piece[], currency = 'CNY') =>
  ({ outletIds, pieces, currency }) as Parameters<typeof sql.figuresOfSpan>[1];
const ofSpan = (outletIds: number[], ...pieces: Piece[]) => sql.figuresOfSpan(pool(), asked(outletIds, pieces));

describe('the income of a span', () => {
  it('covers its hours from the beginning up to its end, in one currency', async () => {
    const [one, other] = [await outlet(), await outlet()];
    for (const hour of [9, 10, 11, 12]) await sum(one, hour, hour);
    await sum(one, 10, 1000, { tier: 'days' });
    await sum(one, 10, 1000, { currency: 'RM' });
    await sum(other, 10, 1000);
    expect((await ofSpan([one], piece('hours', 10, 12))).online_orders).toBe(21);
    expect((await ofSpan([one, other], piece('hours', 10, 12))).online_orders).toBe(1021);
    expect((await ofSpan([one], piece('days', 0, 24))).online_orders).toBe(1000);
    expect((await ofSpan([], piece('hours', 0, 24))).online_orders).toBe(0);
  });

  it('is net of refunds, by online and cash', async () => {
    const one = await outlet();
    await sum(one, 10, 0, { ...figures(3, 2, 50), cash_refunds: 30 });
    expect(await ofSpan([one], piece('hours', 10, 11))).toEqual({
      online_orders: 3,
      online_amount: 250,
      cash_orders: 2,
      cash_amount: 170,
      refunds: 80,
    });
  });

  it('is reduced by deductions', async () => {
    const one = await outlet();
    await sum(one, 0, 10, { tier: 'days' });
    await sum(one, 5, 4, {});
    expect(await ofSpan([one], piece('days', 0, 24), piece('hours', 5, 6, -1))).toMatchObject({
      online_orders: 6,
      online_amount: 600,
    });
  });

  it('of single orders counts those that started; a refunded one counts with what remains', async () => {
    const one = await outlet();
    await pool().query('SELECT pause_counting()');
    await paid(one, 10, { amount: 500 });
    await paid(one, 10, { amount: 700, refunded_amount: 200 });
    await paid(one, 10, { amount: 300, refunded_amount: 300, status: 'refunded' });
    await paid(one, 10, { amount: 90, type: 'coin' });
    await paid(one, 10, { status: 'failed', started_at: null, ends_at: null });
    await paid(one, 12, {});
    await paid(one, 9, {});
    await paid(one, 10, { currency: 'RM' });
    await paid(await outlet(), 10);
    expect(await ofSpan([one], piece('orders', 10, 12))).toEqual({
      online_orders: 2,
      online_amount: 1000,
      cash_orders: 1,
      cash_amount: 90,
      refunds: 500,
    });
    await pool().query('SELECT resume_counting()');
  });

  it('comes with the chairs of the outlets that are counted', async () => {
    const [one, other] = [await outlet(), await outlet()];
    const question = asked([one, other], [piece('hours', 10, 12)]);
    expect((await sql.figuresAndDevices(pool(), question, [one])).devices).toBe(1);
    expect((await sql.figuresAndDevices(pool(), question, [one, other])).devices).toBe(2);
    expect((await sql.figuresAndDevices(pool(), question, [])).devices).toBe(0);
  });
});

describe('the income by outlet', () => {
  const rows = async (outletIds: number[]) =>
    (await sql.figuresByOutlet(pool(), asked(outletIds, [piece('hours', 10, 12)]))).map(({ id, online_amount }) => [
      id,
      online_amount,
    ]);

  it('lists outlets of the currency, highest income first, including those without income', async () => {
    const [none, little, much, equal] = [await outlet(), await outlet(), await outlet(), await outlet()];
    await sum(little, 10, 1);
    await sum(much, 10, 5);
    await sum(equal, 10, 1);
    expect(await rows([none, little, much, equal])).toEqual([
      [much, 500],
      [little, 100],
      [equal, 100],
      [none, 0],
    ]);
    expect(await rows([little])).toEqual([[little, 100]]);
  });

  it('lists outlets of another currency only if they took or refunded some of it', async () => {
    const [took, cash, gave, nothing] = [
      await outlet({ currency: 'RM' }),
      await outlet({ currency: 'RM' }),
      await outlet({ currency: 'RM' }),
      await outlet({ currency: 'RM' }),
    ];
    await sum(took, 10, 2);
    await sum(cash, 10, 0, figures(0, 1));
    await sum(gave, 10, 0, { ...figures(0), online_refunds: 1, online_gross: 1 });
    expect((await rows([took, cash, gave, nothing])).map(([id]) => id)).toEqual([took, cash, gave]);
  });
});

it('the income of many spans is read at once, each row with its index and its beginning', async () => {
  const [one, other] = [await outlet(), await outlet()];
  for (const hour of [9, 10, 11, 12]) await sum(one, hour, hour);
  await sum(other, 10, 100);
  await sum(one, 0, 50, { tier: 'days' });
  await sum(one, 10, 1000, { currency: 'RM' });
  const rows = await sql.figuresInPieces(pool(), asked([one], [piece('hours', 10, 12), piece('days', 0, 24)]));
  const found = rows.map(({ no, epoch, online_orders }) => [no, epoch, online_orders]);
  const epoch = (hour: number) => at(hour).getTime() / 1000;
  expect(found.toSorted((a, b) => Number(a[2]) - Number(b[2]))).toEqual([
    [1, epoch(10), 10],
    [1, epoch(11), 11],
    [2, epoch(0), 50],
  ]);
});

describe('the first income of an outlet', () => {
  const scope = (outletIds: number[], currency = 'CNY') => ({ outletIds, currency }) as never;
  const deps = () => ({ pool: pool(), knownFirst: new Map<string, Date>() });

  it('is its first day with any in that currency', async () => {
    const [one, other] = [await outlet(), await outlet()];
    await sum(one, 5, 1, { tier: 'days' });
    await sum(one, 7, 1, { tier: 'days' });
    await sum(one, 1, 1);
    await sum(one, 2, 1, { tier: 'days', currency: 'RM' });
    await sum(other, 3, 1, { tier: 'days' });
    const known = deps();
    expect(await firstIncomes(known, scope([one, 999_999]))).toEqual(new Map([[one, at(5)]]));
    expect(await firstIncomes(known, scope([one], 'RM'))).toEqual(new Map([[one, at(2)]]));
    expect(await firstIncomes(known, scope([one, other]))).toEqual(
      new Map([
        [one, at(5)],
        [other, at(3)],
      ]),
    );
  });

  it('makes a span comparable if it begins on that day or later; the oldest outlet decides', async () => {
    const [one, other] = [await outlet(), await outlet()];
    const span = (hour: number) => ({ since: at(hour), until: at(hour + 1) });
    const comparable = (outletIds: number[], hour: number) =>
      comparables(deps(), scope(outletIds), [span(hour)]).then(([first]) => first);
    expect(await comparable([one], 9)).toBe(false);
    await sum(one, 5, 1, { tier: 'days' });
    await sum(other, 3, 1, { tier: 'days' });
    expect([await comparable([one], 4), await comparable([one], 5), await comparable([one], 6)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await comparable([one, other], 3)).toBe(true);
    expect(await comparable([one, other], 2)).toBe(false);
  });
});

it('the counts with the income cover chairs of some outlets, and new feedback of others', async () => {
  const [one, other] = [await outlet(), await outlet()];
  for (const [outlet_id, status] of [
    [one, 'new'],
    [one, 'new'],
    [one, 'done'],
    [other, 'new'],
  ] as const)
    await insert('feedback', next(), { outlet_id, status, order_id: null, device_id: `D${outlet_id}` });
  const counts = (feedback: number[], chairs: number[]) => sql.countOthers.one(pool(), feedback, chairs);
  expect(await counts([one], [one, other])).toEqual({ devices: 2, new_feedback: 2 });
  expect(await counts([one, other], [other])).toEqual({ devices: 1, new_feedback: 3 });
  expect(await counts([], [])).toEqual({ devices: 0, new_feedback: 0 });
});

describe('the sums', () => {
  const differences = async () =>
    (await sql.revenueDifferences(pool())).map(({ tier, outlet_id }) => [tier, outlet_id]);

  it('equal the orders; a wrong, missing or extra row is a difference, and a refill corrects it', async () => {
    const one = await outlet();
    await paid(one, 10);
    expect(await differences()).toEqual([]);
    await sum(one, 20, 0); // rows of zeros count as missing
    expect(await differences()).toEqual([]);
    await pool().query(`UPDATE revenue SET online_gross = online_gross + 1 WHERE tier = 'days' AND online_orders > 0`);
    expect(await differences()).toEqual([['days', one]]);
    await pool().query(`DELETE FROM revenue WHERE tier = 'months'`);
    await sum(one, 15, 3);
    expect((await differences()).toSorted()).toEqual([
      ['days', one],
      ['hours', one],
      ['months', one],
    ]);
    await sql.emptyRevenue(pool());
    await sql.refillRevenue(pool());
    expect(await differences()).toEqual([]);
    const tiers = await pool().query('SELECT DISTINCT tier FROM revenue ORDER BY tier');
    expect(tiers.rows.map(({ tier }: { tier: string }) => tier)).toEqual(['days', 'hours', 'months']);
  });

  it('do not count orders while that is paused', async () => {
    const one = await outlet();
    await sql.pauseCounting(pool());
    await paid(one, 10);
    expect((await ofSpan([one], piece('hours', 0, 24))).online_orders).toBe(0);
    await sql.resumeCounting(pool());
    await paid(one, 11);
    expect((await ofSpan([one], piece('hours', 0, 24))).online_orders).toBe(1);
  });
});
