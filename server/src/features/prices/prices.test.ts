import type { Gear } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { expect, it } from 'vitest';
import type { Admin } from '../../platform/admin.ts';
import { useServer } from '../../testing/server.ts';
import { listEntries } from '../audit/index.ts';
import { listPrices, type Price, setOutletPriceGroup, setPrices } from './index.ts';

const server = useServer();

let groups = 0;
function scene() {
  groups += 1;
  const group = `prices ${groups}`;
  const now = new Date();
  const admin: Admin = { pool: server().pool, clock: () => now, actor: 'mei' };
  const set = (prices: Price[], currency: Currency = 'CNY') => setPrices(admin, { group, currency, prices });
  return { admin, group, now, set, list: () => listPrices(admin.pool, group) };
}

const price = (amount: number, { gear = 'deep', minutes = 30, recommended = false }: Partial<Price> = {}): Price => ({
  gear: gear as Gear,
  minutes,
  amount,
  recommended,
});

it('a price that did not change keeps its id; a changed one is retired, with the time', async () => {
  const { admin, now, set, list } = scene();
  await set([price(2000)]);
  const [first] = await list();
  await set([price(2000), price(900, { minutes: 10 })]);
  expect((await list()).find(({ amount }) => amount === 2000)?.priceId).toBe(first?.priceId);
  const ids = new Set([first?.priceId]);
  for (const changed of [{ gear: 'gentle' }, { minutes: 20 }, { recommended: true }] satisfies Partial<Price>[]) {
    await set([price(2000, changed)]);
    const [now] = await list();
    ids.add(now?.priceId);
    expect(now).toMatchObject(changed);
  }
  expect(ids.size).toBe(4);
  const { rows } = await admin.pool.query('SELECT retired_at FROM prices WHERE id = $1', [first?.priceId]);
  expect(rows).toEqual([{ retired_at: now }]);
});

it('prices are listed by minutes, then by amount, and those of other groups apart', async () => {
  const { admin, group, set, list } = scene();
  await scene().set([price(100)]);
  await set([price(3000, { minutes: 30 }), price(900, { minutes: 10, gear: 'gentle' }), price(800, { minutes: 10 })]);
  expect((await list()).map(({ amount }) => amount)).toEqual([800, 900, 3000]);
  const all = await listPrices(admin.pool);
  expect(all.filter((one) => one.group === group).map(({ amount }) => amount)).toEqual([800, 900, 3000]);
  expect(all.map((one) => one.group)).toEqual(all.map((one) => one.group).toSorted());
  expect((await set([price(1)])).before.map(({ amount }) => amount)).toEqual([800, 900, 3000]);
});

it('a group keeps its currency, and is never empty', async () => {
  const { group, set, list } = scene();
  await expect(set([])).rejects.toMatchObject({ problem: 'priceGroupEmpty', params: { name: group } });
  await set([price(2000)]);
  await expect(set([price(500)], 'RM')).rejects.toMatchObject({
    problem: 'priceGroupCurrencyFixed',
    params: { name: group, currency: 'CNY' },
  });
  expect((await list()).map(({ amount, currency }) => [amount, currency])).toEqual([[2000, 'CNY']]);
});

it('setting the prices of a new group twice at the same moment makes one group', async () => {
  const { admin, group, set } = scene();
  await Promise.allSettled([set([price(1)]), set([price(2)]), set([price(3)])]);
  const { rows } = await admin.pool.query('SELECT count(*) FROM price_groups WHERE name = $1', [group]);
  expect(rows).toEqual([{ count: 1 }]);
});

it('an outlet takes a price group of its own currency only, and the audit log names the previous one', async () => {
  const { admin, group, set } = scene();
  await set([price(2000)]);
  const ringgit = scene();
  await ringgit.set([price(500)], 'RM');
  const outlet = await server().world.outlet();
  await expect(setOutletPriceGroup(admin, outlet.id, ringgit.group)).rejects.toMatchObject({
    problem: 'currencyMismatch',
    params: { name: ringgit.group, groupCurrency: 'RM', outletCurrency: 'CNY' },
  });
  await expect(setOutletPriceGroup(admin, outlet.id, 'no such group')).rejects.toMatchObject({
    problem: 'priceGroupNotFound',
    params: { name: 'no such group' },
  });
  expect(await setOutletPriceGroup(admin, outlet.id, group)).toMatchObject({ priceGroup: group });
  expect(await setOutletPriceGroup(admin, outlet.id, null)).toMatchObject({ priceGroup: null });
  const entries = await listEntries(admin.pool, { target: `outlet ${outlet.id}`, limit: 1 });
  expect(entries).toMatchObject([
    { actor: 'mei', action: 'price assign', before: { priceGroup: group }, after: { priceGroup: null } },
  ]);
});
