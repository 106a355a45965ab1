import type { Currency } from '@recline/contract/money';
import { type Admin, change, refuse } from '../../platform/admin.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, type Pool, transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import * as sql from './price-plans.sql.ts';
import { groupFor, lockPriceGroup, type PriceChange, type PriceList, pricesNow, replaceGroup } from './prices.admin.ts';

/** Price lists that take effect later. */

const targetOf = (group: string) => `price group ${group}`;

/** Plans a price list; one for the same instant is replaced. */
export const planPrices = (admin: Admin, list: PriceList, startsAt: Date): Promise<PriceChange> =>
  change(admin, async (db) => {
    if (startsAt <= admin.clock()) throw refuse('planInPast');
    const { id } = await groupFor(db, list);
    await sql.putPlan(db, id, startsAt, JSON.stringify(list.prices), admin.actor);
    const { currency, prices } = list;
    const before = { currency, prices: await pricesNow(db, id) };
    await record(db, admin.actor, 'price plan', targetOf(list.group), before, { startsAt, currency, prices });
    return { ...list, before: before.prices };
  });

export const cancelPlan = (admin: Admin, group: string, startsAt: Date): Promise<void> =>
  transaction(admin.pool, async (db) => {
    const { id, currency } = await lockPriceGroup(db, group);
    const removed = await sql.removePlan.maybe(db, id, startsAt);
    if (!removed) throw refuse('planNotFound', { group, startsAt: startsAt.toISOString() });
    await record(
      db,
      admin.actor,
      'price cancel',
      targetOf(group),
      { startsAt, currency, prices: removed.prices },
      null,
    );
  });

export interface PlannedPrices extends PriceList {
  currency: Currency;
  startsAt: Date;
}

/** The plans of one group or of all, in the order in which it takes effect. */
export async function listPlans(db: Db, group?: string): Promise<PlannedPrices[]> {
  const rows = (await sql.allPlans(db)).filter((row) => group === undefined || row.group_name === group);
  return rows.map(({ group_name, currency, starts_at, prices }) => ({
    group: group_name,
    currency,
    startsAt: starts_at,
    prices,
  }));
}

/** Applies the plans that are due, each once, by whichever server is first. Returns their number. */
export const applyDuePlans = ({ pool, clock }: { pool: Pool; clock: Clock }): Promise<number> =>
  transaction(pool, async (db) => {
    const due = await sql.takeDue(db, clock());
    for (const { group_name: group, currency, prices, planned_by: actor } of due)
      await replaceGroup(db, { actor, clock }, { group, currency, prices });
    return due.length;
  });
