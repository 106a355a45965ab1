import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';
import type { Price } from './prices.admin.ts';

interface PlanRow {
  group_name: string;
  currency: Currency;
  starts_at: Date;
  prices: Price[];
  planned_by: string;
}

export const putPlan = statement<never, [number, Date, string, string]>(
  'pricePlans.put',
  `INSERT INTO price_plans (price_group_id, starts_at, prices, planned_by) VALUES ($1, $2, $3, $4)
   ON CONFLICT (price_group_id, starts_at) DO UPDATE SET prices = excluded.prices, planned_by = excluded.planned_by`,
);
export const removePlan = statement<{ prices: Price[] }, [number, Date]>(
  'pricePlans.remove',
  'DELETE FROM price_plans WHERE price_group_id = $1 AND starts_at = $2 RETURNING prices',
);

const columns = 'g.name AS group_name, g.currency, p.starts_at, p.prices, p.planned_by';

export const allPlans = statement<PlanRow, []>(
  'pricePlans.all',
  `SELECT ${columns} FROM price_plans p JOIN price_groups g ON g.id = p.price_group_id ORDER BY p.starts_at, g.name`,
);

/** The plans that are due, oldest first, removed. Skips those that another server is applying. */
export const takeDue = statement<PlanRow, [Date]>(
  'pricePlans.takeDue',
  `WITH due AS (SELECT id FROM price_plans WHERE starts_at <= $1 FOR UPDATE SKIP LOCKED),
     p AS (DELETE FROM price_plans USING due WHERE price_plans.id = due.id RETURNING price_plans.*)
   SELECT ${columns} FROM p JOIN price_groups g ON g.id = p.price_group_id ORDER BY p.starts_at, p.id`,
);
