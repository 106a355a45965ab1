import { holdingStatuses, startedStatuses } from '@recline/contract/dictionary';
import { statement } from '../../../platform/db.ts';
import { sqlList } from '../../../platform/rows.ts';
import type { ChairUse, CoinSuspicion, CoinTerms } from './coins.rules.ts';

/** Whether a chair is held now, and whether any other order had it between two instants. */
export const chairUse = statement<ChairUse, [string, Date, Date]>(
  'coins.chairUse',
  `SELECT EXISTS (SELECT FROM orders WHERE device_id = $1 AND status IN (${sqlList(holdingStatuses)})) AS held,
     EXISTS (SELECT FROM orders WHERE device_id = $1 AND (
       (status = 'starting' AND created_at < $3)
       OR (status IN (${sqlList(startedStatuses)}) AND at < $3 AND coalesce(ended_at, ends_at) > $2))) AS overlapping`,
);

/** What a coin in a chair is compared with. */
export const coinTerms = statement<CoinTerms, [string]>(
  'coins.terms',
  `SELECT t.currency, (SELECT max(p.amount) FROM published_prices p
     WHERE p.price_group_id = coalesce(d.price_group_id, t.price_group_id)) AS dearest
   FROM published_devices d JOIN published_outlets t ON t.id = d.outlet_id WHERE d.id = $1`,
);

export const linkCoin = statement<never, [string, string, number, CoinSuspicion | null]>(
  'coins.link',
  'UPDATE device_events SET order_id = $3, suspicion = $4 WHERE device_id = $1 AND event_id = $2',
);
