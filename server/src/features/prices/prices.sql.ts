import type { Gear } from '@recline/contract/dictionary';
import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';

export interface GroupRow {
  id: number;
  name: string;
  currency: Currency;
}

export interface PriceRow {
  id: number;
  gear: Gear;
  minutes: number;
  amount: number;
  recommended: boolean;
}

export const allGroups = statement<GroupRow, []>('prices.groups', 'SELECT id, name, currency FROM price_groups');
export const lockGroup = statement<GroupRow, [string]>(
  'prices.lockGroup',
  'SELECT id, name, currency FROM price_groups WHERE name = $1 FOR UPDATE',
);
export const insertGroup = statement<GroupRow, [string, Currency]>(
  'prices.insertGroup',
  'INSERT INTO price_groups (name, currency) VALUES ($1, $2) RETURNING id, name, currency',
);

export const pricesOf = statement<PriceRow, [number]>(
  'prices.ofGroup',
  `SELECT id, gear, minutes, amount, recommended FROM prices WHERE price_group_id = $1 AND retired_at IS NULL
   ORDER BY minutes, amount, id`,
);
export const allPrices = statement<PriceRow & { group_name: string; currency: Currency }, []>(
  'prices.all',
  `SELECT g.name AS group_name, p.id, p.gear, p.minutes, p.amount, p.currency, p.recommended
   FROM prices p JOIN price_groups g ON g.id = p.price_group_id WHERE p.retired_at IS NULL
   ORDER BY g.name, p.minutes, p.amount, p.id`,
);
export const insertPrice = statement<never, [number, Gear, number, number, Currency, boolean]>(
  'prices.insert',
  `INSERT INTO prices (price_group_id, gear, minutes, amount, currency, recommended) VALUES ($1, $2, $3, $4, $5, $6)`,
);
export const retirePrice = statement<never, [number, Date]>(
  'prices.retire',
  'UPDATE prices SET retired_at = $2 WHERE id = $1',
);
