import { statement } from '../../platform/db.ts';

const rollup = (tier: string) => `
    SELECT r.outlet_id, r.online_orders, r.online_amount, r.cash_orders, r.cash_amount FROM revenue_${tier} r
    WHERE p.tier = '${tier}' AND r.outlet_id = ANY($5::bigint[]) AND r.currency = $6
      AND r.at >= p.since AND r.at < p.until`;

/** What was earned: $1 to $4 the pieces (where they are read, both ends, their sign), $5 outlets, $6 currency. */
const earned = `
  unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::int[]) WITH ORDINALITY AS p(tier, since, until, sign, no)
  CROSS JOIN LATERAL (${['months', 'days', 'hours'].map(rollup).join(' UNION ALL ')} UNION ALL
    SELECT q.outlet_id, (q.type = 'online')::int, CASE q.type WHEN 'online' THEN q.amount ELSE 0 END,
      (q.type <> 'online')::int, CASE q.type WHEN 'online' THEN 0 ELSE q.amount END FROM orders q
    WHERE p.tier = 'orders' AND q.outlet_id = ANY($5::bigint[]) AND q.currency = $6
      AND q.status IN ('running', 'finished') AND q.started_at >= p.since AND q.started_at < p.until
  ) t`;

const sums = ['online_orders', 'online_amount', 'cash_orders', 'cash_amount']
  .map((column) => `coalesce(sum(p.sign * t.${column}), 0)::bigint AS ${column}`)
  .join(', ');

export interface Figures {
  online_orders: number;
  online_amount: number;
  cash_orders: number;
  cash_amount: number;
}
type Asked = [string[], Date[], Date[], number[], number[], string];

/** A row for every piece in which something was earned; `no` counts from 1. */
export const figuresOfPieces = statement<Figures & { no: number }, Asked>(
  'revenue.pieces',
  `SELECT p.no, ${sums} FROM ${earned} GROUP BY p.no`,
);

/** All pieces together, with the number of devices of the outlets in $7. */
export const figuresAndDevices = statement<Figures & { devices: number }, [...Asked, number[]]>(
  'revenue.figuresAndDevices',
  `SELECT ${sums},
     (SELECT count(*) FROM devices d WHERE d.outlet_id = ANY($7::bigint[]) AND d.retired_at IS NULL) AS devices
   FROM ${earned}`,
);

/** All pieces together, outlet by outlet: those that bear the currency, and any that earned in it. */
export const figuresByOutlet = statement<Figures & { id: number; name: string; devices: number }, Asked>(
  'revenue.byOutlet',
  `WITH s AS (SELECT t.outlet_id, ${sums} FROM ${earned} GROUP BY t.outlet_id),
     d AS (SELECT outlet_id, count(*) AS devices FROM devices
       WHERE outlet_id = ANY($5::bigint[]) AND retired_at IS NULL GROUP BY outlet_id)
   SELECT o.id, o.name, coalesce(d.devices, 0) AS devices, coalesce(s.online_orders, 0) AS online_orders,
     coalesce(s.online_amount, 0) AS online_amount, coalesce(s.cash_orders, 0) AS cash_orders,
     coalesce(s.cash_amount, 0) AS cash_amount
   FROM outlets o LEFT JOIN s ON s.outlet_id = o.id LEFT JOIN d ON d.outlet_id = o.id
   WHERE o.id = ANY($5::bigint[]) AND (o.currency = $6 OR s.online_orders + s.cash_orders > 0)
   ORDER BY coalesce(s.online_amount + s.cash_amount, 0) DESC, o.id`,
);

/** What the overview counts beside money; $2 the moment from which on being offline is abnormal. */
export const countOthers = statement<{ devices: number; abnormal: number; new_feedback: number }, [number[], Date]>(
  'revenue.others',
  `SELECT count(*) AS devices, count(*) FILTER (WHERE fault_code IS NOT NULL OR offline_since < $2) AS abnormal,
     (SELECT count(*) FROM feedback f WHERE f.outlet_id = ANY($1::bigint[]) AND f.status = 'new') AS new_feedback
   FROM devices WHERE outlet_id = ANY($1::bigint[]) AND retired_at IS NULL`,
);

// Checking and rebuilding -------------------------------------------------------------------

export interface Difference {
  tier: string;
  outlet_id: number;
  currency: string;
  at: Date;
  kept: string | null;
  right: string | null;
}

const figuresOf = (alias: string) =>
  `(${alias}.online_orders, ${alias}.online_amount, ${alias}.cash_orders, ${alias}.cash_amount)`;

/** The rows of a tier that are not what the orders say; a row of zeros is as good as none. */
const differences = (tier: string, unit: string) => `
  SELECT '${tier}' AS tier, coalesce(k.outlet_id, f.outlet_id) AS outlet_id,
    coalesce(k.currency, f.currency)::text AS currency, coalesce(k.at, f.at) AS at,
    ${figuresOf('k')}::text AS kept, ${figuresOf('f')}::text AS right
  FROM (SELECT * FROM revenue_${tier} WHERE ${figuresOf(`revenue_${tier}`)} <> (0, 0, 0, 0)) k
  FULL JOIN (${fromOrders(unit)}) f
    ON (k.outlet_id, k.currency, k.at) = (f.outlet_id, f.currency, f.at)
  WHERE ${figuresOf('k')} IS DISTINCT FROM ${figuresOf('f')}`;

function fromOrders(unit: string): string {
  return `SELECT outlet_id, currency, date_trunc('${unit}', at, 'UTC') AS at, sum(online_orders)::int AS online_orders,
    sum(online_amount)::bigint AS online_amount, sum(cash_orders)::int AS cash_orders,
    sum(cash_amount)::bigint AS cash_amount
  FROM revenue_from_orders GROUP BY 1, 2, 3`;
}

const units = { hours: 'hour', days: 'day', months: 'month' } as const;

export const revenueDifferences = statement<Difference, []>(
  'revenue.differences',
  Object.entries(units)
    .map(([tier, unit]) => differences(tier, unit))
    .join(' UNION ALL '),
);

export const lockOrders = statement<never, []>('revenue.lockOrders', 'LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE');
export const emptyRevenue = statement<never, []>(
  'revenue.empty',
  'TRUNCATE revenue_hours, revenue_days, revenue_months',
);
export const rebuildHours = statement<never, []>(
  'revenue.rebuildHours',
  'INSERT INTO revenue_hours SELECT * FROM revenue_from_orders',
);
const rebuildFromHours = (tier: 'days' | 'months') =>
  statement<never, []>(
    `revenue.rebuild.${tier}`,
    `INSERT INTO revenue_${tier}
     SELECT outlet_id, currency, date_trunc('${units[tier]}', at, 'UTC'), sum(online_orders)::int,
       sum(online_amount)::bigint, sum(cash_orders)::int, sum(cash_amount)::bigint
     FROM revenue_hours GROUP BY 1, 2, 3`,
  );
export const rebuildDays = rebuildFromHours('days');
export const rebuildMonths = rebuildFromHours('months');
