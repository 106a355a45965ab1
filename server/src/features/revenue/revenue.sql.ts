import type { Currency } from '@recline/contract/money';
import { type Db, statement } from '../../platform/db.ts';
import type { Tier } from './revenue.rules.ts';

export interface Figures {
  online_orders: number;
  online_amount: number;
  cash_orders: number;
  cash_amount: number;
}

/** Pieces as the queries take them: where each is read, and its two ends. */
export interface Pieces {
  tiers: Tier[];
  since: Date[];
  until: Date[];
}

export interface Asked {
  pieces: Pieces;
  outletIds: number[];
  currency: Currency;
}

const names = ['online_orders', 'online_amount', 'cash_orders', 'cash_amount'] as const;
const ofRollup = names.map((name) => `coalesce(sum(${name}), 0)::bigint AS ${name}`).join(', ');
const ofOrders = ['online', 'cash']
  .map((kind) => {
    const those = `FILTER (WHERE type ${kind === 'online' ? '=' : '<>'} 'online')`;
    return `count(*) ${those} AS ${kind}_orders, coalesce(sum(amount) ${those}, 0)::bigint AS ${kind}_amount`;
  })
  .join(', ');

const read = (tier: Tier) =>
  tier === 'orders'
    ? { sums: ofOrders, table: 'orders', at: 'started_at', which: "AND status IN ('running', 'finished')" }
    : { sums: ofRollup, table: `revenue_${tier}`, at: 'at', which: '' };

/**
 * What each piece earned, `no` counting from 1: $1 tiers, $2 and $3 their ends, $4 outlets, $5 currency. Every tier
 * is added up on its own, and only those that are asked for are named: what is added is read and nothing else.
 */
const earned = (tiers: Tier[], by?: 'outlet_id' | 'at') =>
  tiers
    .map((tier) => {
      const { sums, table, at, which } = read(tier);
      const group = by === 'at' && tier === 'orders' ? undefined : by;
      const first = { outlet_id: 'outlet_id, ', at: `${group ? "date_part('epoch', at)" : 'NULL::float8'} AS epoch, ` };
      return `SELECT p.no, s.* FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY
          AS p(tier, since, until, no)
        CROSS JOIN LATERAL (SELECT ${by ? first[by] : ''}${sums} FROM ${table}
          WHERE outlet_id = ANY($4::bigint[]) AND currency = $5 AND ${at} >= p.since AND ${at} < p.until ${which}
          ${group ? `GROUP BY ${group}` : ''}) s
        WHERE p.tier = '${tier}'`;
    })
    .join(' UNION ALL ');

const tiersOf = ({ tiers }: Pieces): Tier[] => [...new Set(tiers)].sort();
const valuesOf = ({ pieces, outletIds, currency }: Asked) =>
  [pieces.tiers, pieces.since, pieces.until, outletIds, currency] as const;

export type PieceRow = Figures & { no: number };

/** A row for every piece. */
export function figuresOfPieces(db: Db, asked: Asked): Promise<PieceRow[]> {
  const tiers = tiersOf(asked.pieces);
  return statement<PieceRow>(`revenue.pieces.${tiers.join('+')}`, earned(tiers))(db, ...valuesOf(asked));
}

/** `epoch`: where the row begins, in seconds; null for one that is all the orders of its piece. */
export type BucketRow = PieceRow & { epoch: number | null };

/** A row for every month, day and hour of the pieces in which anything was earned, and one for each piece of orders. */
export function figuresInPieces(db: Db, asked: Asked): Promise<BucketRow[]> {
  const tiers = tiersOf(asked.pieces);
  return statement<BucketRow>(`revenue.inPieces.${tiers.join('+')}`, earned(tiers, 'at'))(db, ...valuesOf(asked));
}

/** A row for every piece, each with the number of devices of the outlets in `counted`, $6. */
export function figuresAndDevices(
  db: Db,
  asked: Asked,
  counted: number[],
): Promise<(PieceRow & { devices: number })[]> {
  const tiers = tiersOf(asked.pieces);
  const find = statement<PieceRow & { devices: number }>(
    `revenue.piecesAndDevices.${tiers.join('+')}`,
    `SELECT *, (SELECT coalesce(sum(devices), 0) FROM outlets WHERE id = ANY($6::bigint[])) AS devices
     FROM (${earned(tiers)}) e`,
  );
  return find(db, ...valuesOf(asked), counted);
}

/** All pieces together, outlet by outlet: those that bear the currency, and any that earned in it. $6 the signs. */
export function figuresByOutlet(
  db: Db,
  asked: Asked,
  signs: number[],
): Promise<(Figures & { id: number; name: string; devices: number })[]> {
  const tiers = tiersOf(asked.pieces);
  const signed = names.map((name) => `sum(($6::int[])[e.no] * e.${name})::bigint AS ${name}`).join(', ');
  const orNone = names.map((name) => `coalesce(s.${name}, 0) AS ${name}`).join(', ');
  const find = statement<Figures & { id: number; name: string; devices: number }>(
    `revenue.byOutlet.${tiers.join('+')}`,
    `WITH s AS (SELECT e.outlet_id, ${signed} FROM (${earned(tiers, 'outlet_id')}) e GROUP BY e.outlet_id)
     SELECT o.id, o.name, o.devices, ${orNone} FROM outlets o LEFT JOIN s ON s.outlet_id = o.id
     WHERE o.id = ANY($4::bigint[]) AND (o.currency = $5 OR s.online_orders + s.cash_orders > 0)
     ORDER BY coalesce(s.online_amount + s.cash_amount, 0) DESC, o.id`,
  );
  return find(db, ...valuesOf(asked), signs);
}

/** What the overview counts beside money; $2 the moment from which on being offline is abnormal. */
export const countOthers = statement<{ devices: number; abnormal: number; new_feedback: number }, [number[], Date]>(
  'revenue.others',
  `SELECT (SELECT coalesce(sum(devices), 0) FROM outlets WHERE id = ANY($1::bigint[])) AS devices,
     (SELECT count(*) FROM devices WHERE outlet_id = ANY($1::bigint[]) AND retired_at IS NULL
        AND (fault_code IS NOT NULL OR offline_since IS NOT NULL) AND (fault_code IS NOT NULL OR offline_since < $2)
     ) AS abnormal,
     (SELECT count(*) FROM feedback WHERE outlet_id = ANY($1::bigint[]) AND status = 'new') AS new_feedback`,
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
  return `SELECT outlet_id, currency, revenue_bucket('${unit}', at) AS at, sum(online_orders)::int AS online_orders,
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
     SELECT outlet_id, currency, revenue_bucket('${units[tier]}', at), sum(online_orders)::int,
       sum(online_amount)::bigint, sum(cash_orders)::int, sum(cash_amount)::bigint
     FROM revenue_hours GROUP BY 1, 2, 3`,
  );
export const rebuildDays = rebuildFromHours('days');
export const rebuildMonths = rebuildFromHours('months');
