import type { Currency } from '@recline/contract/money';
import { holdingStatuses } from '@recline/contract/values';
import { statement } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';
import { advertsShown, type ShownAdvert } from '../adverts/index.ts';
import { type ChairRow, chairColumns, chairSource, type PriceRow, priceColumns } from '../orders/index.ts';
import { isConfirming } from '../payments/index.ts';

export interface CardRow extends ChairRow {
  name: string;
  outlet_name: string;
  address: string;
  currency: Currency;
  free_at: Date | null;
  prices: PriceRow[] | null;
  unpaid_id: number | null;
  running_id: number | null;
  confirming_id: number | null;
  adverts: ShownAdvert[];
}

const holding = `status IN (${sqlList(holdingStatuses)})`;

/** Skips the lookup where there is no account $2, as on a chair's page. */
const ofAccount = (order: string) => `CASE WHEN $2::bigint IS NOT NULL THEN (${order}) END`;

/** The chair $1 with its prices, what the account $2 has open, and the adverts at the moment $3. */
export const cardOf = statement<CardRow, [string, number | null, Date]>(
  'chairCard.of',
  `SELECT ${chairColumns}, d.name, t.name AS outlet_name, t.address, t.currency, h.ends_at AS free_at,
     (SELECT json_agg(p ORDER BY p.minutes, p.amount, p.id) FROM (SELECT ${priceColumns} FROM prices
        WHERE price_group_id = coalesce(d.price_group_id, t.price_group_id) AND retired_at IS NULL) p) AS prices,
     ${ofAccount(`SELECT w.id FROM orders w WHERE w.placed_by = $2 AND w.status = 'pending'`)} AS unpaid_id,
     ${ofAccount(`SELECT r.id FROM orders r WHERE r.placed_by = $2 AND r.${holding} AND r.device_id <> d.id
        ORDER BY r.id DESC LIMIT 1`)} AS running_id,
     ${ofAccount(`SELECT c.id FROM orders c WHERE c.placed_by = $2 AND c.device_id = d.id AND c.status = 'pending'
        AND ${isConfirming('c')}`)} AS confirming_id,
     ${advertsShown('d', '$3')} AS adverts
   FROM ${chairSource} WHERE d.id = $1 AND d.retired_at IS NULL`,
);

/**
 * A few free chairs of the outlet $1, other than $2; `availability` is the rule. `OFFSET 0` prevents a join, which
 * would read every order that holds a chair if it was planned while there were few. Each chair is looked up instead.
 */
export const freeChairs = statement<{ id: string; name: string }, [number, string]>(
  'chairCard.freeChairs',
  `SELECT d.id, d.name FROM devices d
   WHERE d.outlet_id = $1 AND d.id <> $2 AND d.retired_at IS NULL AND d.online AND d.fault_code IS NULL
     AND NOT EXISTS (SELECT FROM orders h WHERE h.device_id = d.id AND h.${holding} OFFSET 0)
   ORDER BY d.id LIMIT 3`,
);
