import type { Language } from '@recline/contract/languages';
import { limits } from '@recline/contract/limits';
import type { Currency } from '@recline/contract/money';
import { type Db, statement } from '../../platform/db.ts';
import type { ChairRow, PriceRow } from '../orders/index.ts';

export interface CardRow extends ChairRow {
  name: string;
  outlet_name: string;
  address: string;
  currency: Currency;
  language: Language | null;
  service_phone: string | null;
  free_at: Date | null;
  prices: PriceRow[] | null;
  unpaid_id: number | null;
  running_id: number | null;
  confirming_id: number | null;
}

/** Skips the lookup where there is no account $2, as on a chair's page. */
const ofAccount = (order: string) => `CASE WHEN $2::bigint IS NOT NULL THEN (${order}) END`;

/** The chair $1 with its prices, and the open orders of the account $2. */
export const cardOf = statement<CardRow, [string, number | null]>(
  'chairPage.of',
  `SELECT d.id, d.name, d.outlet_id, d.online, d.fault_code,
     t.closed_at IS NOT NULL AS closed, t.name AS outlet_name, t.address, t.currency, t.language, t.service_phone,
     coalesce(d.price_group_id, t.price_group_id) AS price_group_id,
     h.order_id AS holder_id, h.placed_by AS holder_by, h.ends_at AS free_at,
     (SELECT json_agg(p ORDER BY p.minutes, p.amount, p.id) FROM published_prices p
        WHERE p.price_group_id = coalesce(d.price_group_id, t.price_group_id)) AS prices,
     ${ofAccount(`SELECT w.id FROM published_orders w WHERE w.placed_by = $2 AND w.status = 'pending'`)} AS unpaid_id,
     ${ofAccount(`SELECT r.order_id FROM published_chair_holders r WHERE r.placed_by = $2 AND r.device_id <> d.id
        ORDER BY r.order_id DESC LIMIT 1`)} AS running_id,
     ${ofAccount(`SELECT c.id FROM published_orders c WHERE c.placed_by = $2 AND c.device_id = d.id
        AND c.status = 'pending'
        AND EXISTS (SELECT FROM published_confirming_payments p WHERE p.order_id = c.id)`)} AS confirming_id
   FROM published_devices d JOIN published_outlets t ON t.id = d.outlet_id
     LEFT JOIN published_chair_holders h ON h.device_id = d.id
   WHERE d.id = device_numbered($1)`,
);

const unpaid = statement<{ exists: boolean }, [number]>(
  'chairPage.unpaid',
  `SELECT EXISTS (SELECT FROM published_orders WHERE placed_by = $1 AND status = 'pending') AS exists`,
);

/** Whether an order of the account awaits its payment. */
export const hasUnpaid = async (db: Db, accountId: number): Promise<boolean> =>
  (await unpaid.one(db, accountId)).exists;

export type PlaceRow = Pick<CardRow, 'id' | 'outlet_id' | 'price_group_id' | 'closed'>;

/** The outlet of the chair $1, and its price list. */
export const placeOf = statement<PlaceRow, [string]>(
  'chairPage.placeOf',
  `SELECT d.id, d.outlet_id, t.closed_at IS NOT NULL AS closed,
     coalesce(d.price_group_id, t.price_group_id) AS price_group_id
   FROM published_devices d JOIN published_outlets t ON t.id = d.outlet_id WHERE d.id = device_numbered($1)`,
);

/**
 * A few free chairs of the outlet $1 and the price group $3, other than $2; `availability` is the rule. `OFFSET 0`
 * prevents a join, which would read every order that holds a chair if it was planned while there were few. Each chair is
 * looked up instead.
 */
export const freeChairs = statement<{ id: string; name: string }, [number, string, number]>(
  'chairPage.freeChairs',
  `SELECT d.id, d.name FROM published_devices d
   WHERE d.outlet_id = $1 AND d.id <> $2 AND d.retired_at IS NULL AND d.online AND d.fault_code IS NULL
     AND coalesce(d.price_group_id, (SELECT t.price_group_id FROM published_outlets t WHERE t.id = $1)) = $3
     AND NOT EXISTS (SELECT FROM published_chair_holders h WHERE h.device_id = d.id OFFSET 0)
   ORDER BY d.id LIMIT ${limits.freeChairs}`,
);
