import type { Currency } from '@recline/contract/money';
import { countedStatuses, startedStatuses } from '@recline/contract/values';
import { type Db, statement, statementOf } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';
import type { Piece, Tier } from './revenue.rules.ts';

export interface Figures {
  online_orders: number;
  online_amount: number;
  cash_orders: number;
  cash_amount: number;
  /** For the orders that started in the period, whenever they were refunded. */
  refunds: number;
}

export interface Asked {
  pieces: Piece[];
  outletIds: number[];
  currency: Currency;
}

const names = ['online_orders', 'online_amount', 'cash_orders', 'cash_amount', 'refunds'] as const;
const sums = names.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ');

/** Net income: gross less refunds. */
const netColumns = [
  'online_orders',
  'online_gross - online_refunds AS online_amount',
  'cash_orders',
  'cash_gross - cash_refunds AS cash_amount',
  'online_refunds + cash_refunds AS refunds',
];

/** A single order as a row of sums. */
const ofKinds = (['online', 'cash'] as const).flatMap((kind) => {
  const isKind = `type ${kind === 'online' ? '=' : '<>'} 'online'`;
  return [
    `(${isKind} AND status IN (${sqlList(countedStatuses)}))::int AS ${kind}_orders`,
    `CASE WHEN ${isKind} THEN amount - refunded_amount ELSE 0 END AS ${kind}_amount`,
  ];
});

const ofOrder = [...ofKinds, 'refunded_amount AS refunds'];

const read = (tier: Tier) =>
  tier === 'orders'
    ? { columns: ofOrder, from: 'published_orders', at: 'at', which: `AND status IN (${sqlList(startedStatuses)})` }
    : { columns: netColumns, from: 'revenue', at: 'at', which: `AND tier = '${tier}'` };

// One span ----------------------------------------------------------------------------------

const takenOff = names.map((name) => `-${name} AS ${name}`).join(', ');

/** The rows that add up to a span's income: $1 outlets, $2 currency, then both ends of each piece. */
const rowsOf = (pieces: Piece[]): string =>
  pieces
    .map(({ tier, sign }, index) => {
      const { columns, from, at, which } = read(tier);
      const ends = `${at} >= $${2 * index + 3} AND ${at} < $${2 * index + 4}`;
      const found = `SELECT outlet_id, ${columns.join(', ')} FROM ${from}
        WHERE outlet_id = ANY($1::bigint[]) AND currency = $2 AND ${ends} ${which}`;
      return sign === 1 ? found : `SELECT outlet_id, ${takenOff} FROM (${found}) r`;
    })
    .join(' UNION ALL ');

/** Identifies a sequence of tiers: +m+d-h. Each has its own statement, which reads only those tiers. */
const shapeOf = (pieces: Piece[]): string =>
  pieces.map(({ tier, sign }) => `${sign === 1 ? '+' : '-'}${tier[0]}`).join('');

const valuesOf = ({ pieces, outletIds, currency }: Asked) => [
  outletIds,
  currency,
  ...pieces.flatMap(({ since, until }) => [since, until]),
];
/** The first parameter after those of the pieces. */
const next = (pieces: Piece[]): string => `$${2 * pieces.length + 3}`;

/** A span's income. */
export function figuresOfSpan(db: Db, asked: Asked): Promise<Figures> {
  const { pieces } = asked;
  const text = () => `SELECT ${sums} FROM (${rowsOf(pieces)}) e`;
  return statementOf<Figures>(`revenue.span.${shapeOf(pieces)}`, text).one(db, ...valuesOf(asked));
}

/** A span's income, and the number of devices of the outlets in `counted`. */
export function figuresAndDevices(db: Db, asked: Asked, counted: number[]): Promise<Figures & { devices: number }> {
  const { pieces } = asked;
  const devices = `SELECT coalesce(sum(devices), 0) FROM published_outlets WHERE id = ANY(${next(pieces)}::bigint[])`;
  const text = () => `SELECT ${sums}, (${devices}) AS devices FROM (${rowsOf(pieces)}) e`;
  const find = statementOf<Figures & { devices: number }>(`revenue.spanAndDevices.${shapeOf(pieces)}`, text);
  return find.one(db, ...valuesOf(asked), counted);
}

type OutletRow = Figures & { id: number; name: string; devices: number };

/** A span's income by outlet: outlets with that currency, and any that had income in it. */
export function figuresByOutlet(db: Db, asked: Asked): Promise<OutletRow[]> {
  const { pieces } = asked;
  const orNone = names.map((name) => `coalesce(s.${name}, 0) AS ${name}`).join(', ');
  const text = () => `
    WITH s AS (SELECT e.outlet_id, ${sums} FROM (${rowsOf(pieces)}) e GROUP BY e.outlet_id)
    SELECT o.id, o.name, o.devices, ${orNone} FROM published_outlets o LEFT JOIN s ON s.outlet_id = o.id
    WHERE o.id = ANY($1::bigint[]) AND (o.currency = $2 OR s.online_orders + s.cash_orders > 0 OR s.refunds > 0)
    ORDER BY coalesce(s.online_amount + s.cash_amount, 0) DESC, o.id`;
  return statementOf<OutletRow>(`revenue.byOutlet.${shapeOf(pieces)}`, text)(db, ...valuesOf(asked));
}

// Many spans --------------------------------------------------------------------------------

/**
 * `no`: index of the piece, from 1; `epoch`: beginning of the row in seconds, null for the single orders of a piece.
 */
export type BucketRow = Figures & { no: number; epoch: number | null };

/** A tier's rows of any number of pieces: $1 their tiers, $2 and $3 their ends, $4 outlets, $5 currency. */
function bucketsOf(tier: Tier): string {
  const { columns, from, at, which } = read(tier);
  const epoch = tier === 'orders' ? 'NULL::float8' : "date_part('epoch', at)";
  return `SELECT p.no, s.* FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY
      AS p(tier, since, until, no)
    CROSS JOIN LATERAL (SELECT ${epoch} AS epoch, ${sums} FROM (SELECT ${at} AS at, ${columns.join(', ')} FROM ${from}
      WHERE outlet_id = ANY($4::bigint[]) AND currency = $5 AND ${at} >= p.since AND ${at} < p.until ${which}) r
      ${tier === 'orders' ? '' : 'GROUP BY at'}) s
    WHERE p.tier = '${tier}'`;
}

/** One row for every stored month, day and hour of the pieces, and one for each piece of single orders. */
export function figuresInPieces(db: Db, { pieces, outletIds, currency }: Asked): Promise<BucketRow[]> {
  const tiers = [...new Set(pieces.map(({ tier }) => tier))].sort();
  const find = statementOf<BucketRow>(`revenue.inPieces.${tiers.join('+')}`, () =>
    tiers.map(bucketsOf).join(' UNION ALL '),
  );
  const instants = (end: 'since' | 'until') => pieces.map((piece) => piece[end]);
  return find(
    db,
    pieces.map(({ tier }) => tier),
    instants('since'),
    instants('until'),
    outletIds,
    currency,
  );
}

/** The day on which each outlet first had income in a currency, as stored. */
export const firstIncomes = statement<{ outlet_id: number; at: Date | null }, [number[], Currency]>(
  'revenue.firstIncomes',
  `SELECT o.id AS outlet_id, (SELECT min(at) FROM revenue r
     WHERE r.tier = 'days' AND r.outlet_id = o.id AND r.currency = $2) AS at
   FROM unnest($1::bigint[]) AS o(id)`,
);

/** The number of new feedback of the outlets $1, and of chairs of the outlets $2. */
export const countOthers = statement<{ devices: number; new_feedback: number }, [number[], number[]]>(
  'revenue.others',
  `SELECT (SELECT coalesce(sum(devices), 0) FROM published_outlets WHERE id = ANY($2::bigint[])) AS devices,
     (SELECT count(*) FROM published_feedback WHERE outlet_id = ANY($1::bigint[]) AND status = 'new') AS new_feedback`,
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

const kept = ['online_orders', 'online_gross', 'online_refunds', 'cash_orders', 'cash_gross', 'cash_refunds'];
const figuresOf = (alias: string) => `(${kept.map((name) => `${alias}.${name}`).join(', ')})`;
const tiers = ['hours', 'days', 'months'] as const;

/** The hourly sums computed from the orders, added up to the buckets of a tier. */
const fromOrders = (tier: string) =>
  `SELECT '${tier}' AS tier, outlet_id, currency, revenue_bucket('${tier}', at) AS at,
     ${kept.map((name) => `sum(${name})::${name.endsWith('orders') ? 'int' : 'bigint'} AS ${name}`).join(', ')}
   FROM revenue_from_orders GROUP BY 2, 3, 4`;

const isSomething = (alias: string) => `${figuresOf(alias)} <> (0, 0, 0, 0, 0, 0)`;

/** The rows of a tier that differ from the orders; a row of zeros equals a missing row. */
const differences = (tier: string) => `
  SELECT '${tier}' AS tier, coalesce(k.outlet_id, f.outlet_id) AS outlet_id,
    coalesce(k.currency, f.currency)::text AS currency, coalesce(k.at, f.at) AS at,
    ${figuresOf('k')}::text AS kept, ${figuresOf('f')}::text AS right
  FROM (SELECT * FROM revenue r WHERE tier = '${tier}' AND ${isSomething('r')}) k
  FULL JOIN (SELECT * FROM (${fromOrders(tier)}) o WHERE ${isSomething('o')}) f
    ON (k.outlet_id, k.currency, k.at) = (f.outlet_id, f.currency, f.at)
  WHERE ${figuresOf('k')} IS DISTINCT FROM ${figuresOf('f')}`;

export const revenueDifferences = statement<Difference, []>(
  'revenue.differences',
  tiers.map(differences).join(' UNION ALL '),
);

export const lockOrders = statement<never, []>('revenue.lockOrders', 'SELECT lock_counted_orders()');
export const emptyRevenue = statement<never, []>('revenue.empty', 'TRUNCATE revenue');
export const refillRevenue = statement<never, []>(
  'revenue.refill',
  `INSERT INTO revenue ${tiers.map(fromOrders).join(' UNION ALL ')}`,
);

/** Pauses and resumes the triggers that count orders, for a bulk import. */
export const pauseCounting = statement<never, []>('revenue.pauseCounting', 'SELECT pause_counting()');
export const resumeCounting = statement<never, []>('revenue.resumeCounting', 'SELECT resume_counting()');
