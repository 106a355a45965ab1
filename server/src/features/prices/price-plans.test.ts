import { describe, expect, it } from 'vitest';
import type { Admin } from '../../platform/admin.ts';
import { until } from '../../testing/chairs.ts';
import { useServer } from '../../testing/server.ts';
import { listEntries } from '../audit/index.ts';
import { applyDuePlans, cancelPlan, listPlans, listPrices, planPrices, setPrices } from './index.ts';

const server = useServer({}, { prices: { plansEveryMs: 50 } });
const soon = () => new Date(Date.now() + 3600_000);

let groups = 0;
async function scene() {
  groups += 1;
  const admin: Admin = { pool: server().pool, clock: () => new Date(), actor: 'mei' };
  const group = `plans ${groups}`;
  const list = (amount: number) => ({
    group,
    currency: 'CNY' as const,
    prices: [{ gear: 'deep' as const, minutes: 30, amount, recommended: false }],
  });
  await setPrices(admin, list(2000));
  const amounts = async () => (await listPrices(admin.pool, group)).map(({ amount }) => amount);
  const planned = async () => (await listPlans(admin.pool, group)).map(({ prices }) => prices[0]?.amount);
  return { admin, group, list, amounts, planned };
}

describe('prices that are planned', () => {
  it('take effect when they are due, once, and the audit log names who planned them', async () => {
    const { admin, group, list, amounts, planned } = await scene();
    const startsAt = soon();
    await planPrices(admin, list(2500), startsAt);
    expect(await amounts()).toEqual([2000]);
    server().setTime(startsAt);
    await until(async () => (await amounts())[0] === 2500);
    server().setTime(undefined);
    expect(await planned()).toEqual([]);
    const [newest] = await listEntries(admin.pool, { target: `price group ${group}`, limit: 1 });
    expect(newest).toMatchObject({ actor: 'mei', action: 'price set', after: { prices: [{ amount: 2500 }] } });
  });

  it('that are not due yet stay planned', async () => {
    const first = await scene();
    const second = await scene();
    const startsAt = soon();
    const later = new Date(startsAt.getTime() + 1);
    await planPrices(first.admin, first.list(2500), startsAt);
    await planPrices(first.admin, first.list(2600), later);
    await planPrices(second.admin, second.list(2700), later);
    expect(await applyDuePlans({ pool: first.admin.pool, clock: () => startsAt })).toBe(1);
    expect(await first.amounts()).toEqual([2500]);
    expect(await first.planned()).toEqual([2600]);
    expect(await second.planned()).toEqual([2700]);
    expect(await second.amounts()).toEqual([2000]);
  });

  it('and are due together take effect in the order of their times', async () => {
    const { admin, list, amounts, planned } = await scene();
    const startsAt = soon();
    const later = new Date(startsAt.getTime() + 1);
    await planPrices(admin, list(2600), later);
    await planPrices(admin, list(2500), startsAt);
    expect(await planned()).toEqual([2500, 2600]);
    await applyDuePlans({ pool: admin.pool, clock: () => later });
    expect(await amounts()).toEqual([2600]);
  });

  it('are applied by one of several servers', async () => {
    const { admin, group, list } = await scene();
    const startsAt = soon();
    await planPrices(admin, list(2600), startsAt);
    const deps = { pool: admin.pool, clock: () => startsAt };
    const applied = await Promise.all([1, 2, 3, 4].map(() => applyDuePlans(deps)));
    expect(applied.reduce((sum, each) => sum + each)).toBe(1);
    const entries = await listEntries(admin.pool, { target: `price group ${group}`, limit: 10 });
    expect(entries.filter(({ action }) => action === 'price set')).toHaveLength(2);
  });

  it('are replaced by others for the same instant, and cancelled', async () => {
    const { admin, group, list, planned, amounts } = await scene();
    const startsAt = soon();
    await planPrices(admin, list(2500), startsAt);
    await planPrices(admin, list(2700), startsAt);
    expect(await planned()).toEqual([2700]);
    const later = new Date(startsAt.getTime() + 1);
    await planPrices(admin, list(2800), later);
    await cancelPlan(admin, group, startsAt);
    expect(await planned()).toEqual([2800]);
    await cancelPlan(admin, group, later);
    await expect(cancelPlan(admin, group, startsAt)).rejects.toThrow('planNotFound');
    expect(await amounts()).toEqual([2000]);
  });

  it('cannot begin in the past', async () => {
    const { admin, list, planned } = await scene();
    const now = soon(); // the server applies due plans by its own clock
    const at = { ...admin, clock: () => now };
    await expect(planPrices(at, list(1), now)).rejects.toThrow('planInPast');
    expect(await planned()).toEqual([]);
    await planPrices(at, list(2), new Date(now.getTime() + 1));
    expect(await planned()).toEqual([2]);
  });

  it('are shown beside the current prices, and both are in the audit log', async () => {
    const { admin, group, list } = await scene();
    const startsAt = soon();
    const change = await planPrices(admin, list(2500), startsAt);
    expect([change.before, change.prices]).toMatchObject([[{ amount: 2000 }], [{ amount: 2500 }]]);
    const plan = { group, currency: 'CNY', startsAt, prices: change.prices };
    expect(await listPlans(admin.pool, group)).toEqual([plan]);
    expect(await listPlans(admin.pool)).toContainEqual(plan);
    await cancelPlan(admin, group, startsAt);
    const entries = await listEntries(admin.pool, { target: `price group ${group}`, limit: 2 });
    expect(entries).toMatchObject([
      {
        action: 'price cancel',
        before: { startsAt: startsAt.toISOString(), currency: 'CNY', prices: [{ amount: 2500 }] },
        after: null,
      },
      {
        action: 'price plan',
        before: { currency: 'CNY', prices: [{ amount: 2000 }] },
        after: { startsAt: startsAt.toISOString(), currency: 'CNY', prices: [{ amount: 2500 }] },
      },
    ]);
  });
});
