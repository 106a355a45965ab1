import type { Currency } from '@recline/contract/money';
import { startedStatuses } from '@recline/contract/values';
import { type Db, statement, statementOf } from '../../platform/db.ts';
import { sqlList } from '../../platform/rows.ts';
import type { DeviceViewRow } from './devices.view.ts';

const deviceColumns = `d.id, d.name, d.outlet_id, o.name AS outlet_name, d.online, d.fault_code, d.last_seen_at,
  (SELECT h.order_id FROM published_chair_holders h WHERE h.device_id = d.id) AS order_id`;

const deviceTables = 'devices d JOIN published_outlets o ON o.id = d.outlet_id';

/** $1 outlets, $2 the moment before which being offline is abnormal, $3 and $4 the outlet and device after which a page begins, $5 its length. */
const asked = 'd.outlet_id = ANY($1::bigint[]) AND d.retired_at IS NULL';
const isAbnormal = '(d.fault_code IS NOT NULL OR d.offline_since < $2)';
/** Written like the condition of the partial index. */
const isUnwell = '(d.fault_code IS NOT NULL OR d.offline_since IS NOT NULL)';
const inUse = 'SELECT a.device_id FROM published_chair_holders a WHERE a.outlet_id = ANY($1::bigint[])';
/** As an array, so that the planner walks devices in order and stops when the page is full. */
const isInUse = `d.id = ANY(ARRAY(${inUse}))`;
export interface DeviceFilters {
  online?: boolean | undefined;
  inUse?: boolean | undefined;
  abnormal?: boolean | undefined;
}

export interface DeviceCounts {
  all: number;
  offline: number;
  in_use: number;
  abnormal: number;
}

export interface PageOf {
  outletIds: number[];
  offlineBefore: Date;
  after: DevicePlace;
  limit: number;
  filters: DeviceFilters;
}

/** A place in the list, which is ordered by outlet and number. */
export interface DevicePlace {
  outletId: number;
  deviceId: string;
}

const valuesOf = ({ outletIds, offlineBefore, after, limit }: PageOf) => [
  outletIds,
  offlineBefore,
  after.outletId,
  after.deviceId,
  limit,
];

/** One statement per set of filters: an optional condition in SQL would cost time and mislead the planner. */
const keyOf = ({ online, inUse, abnormal }: DeviceFilters) => `${online ?? ''}.${inUse ?? ''}.${abnormal ?? ''}`;

const conditionsOf = ({ online, inUse: used, abnormal }: DeviceFilters): string =>
  [
    ...(online === undefined ? [] : [online ? 'd.online' : 'NOT d.online']),
    ...(used === undefined ? [] : [used ? isInUse : `NOT ${isInUse}`]),
    ...(abnormal === undefined ? [] : [abnormal ? `${isUnwell} AND ${isAbnormal}` : `${isAbnormal} IS NOT TRUE`]),
  ]
    .map((condition) => ` AND ${condition}`)
    .join('');

const inOrder = `(d.outlet_id, d.id) > ($3::bigint, $4) AND $2::timestamptz IS NOT NULL
  ORDER BY d.outlet_id, d.id LIMIT $5`;

/**
 * A page is read in one of two ways. Where few devices match: all of them, then sorted; `OFFSET 0` keeps the planner
 * from merging the two. Where many match: walking devices in order until the page is full.
 */
const pageText = (filters: DeviceFilters, match: string, few: boolean): string => `SELECT ${deviceColumns}
  FROM (SELECT * FROM devices d WHERE ${match} ${few ? 'OFFSET 0' : ''}) d
  JOIN published_outlets o ON o.id = d.outlet_id WHERE true${conditionsOf(filters)} AND ${inOrder}`;

/** Up to this many outlets have few devices in use or offline. */
const fewOutlets = 20;

export function listDevices(db: Db, page: PageOf): Promise<DeviceViewRow[]> {
  const { online, inUse: used } = page.filters;
  const few = page.outletIds.length <= fewOutlets && (online === false || used === true);
  const text = () => pageText(page.filters, asked, few);
  return statementOf<DeviceViewRow>(`devices.list.${few}.${keyOf(page.filters)}`, text)(db, ...valuesOf(page));
}

/** The few chairs that are offline or faulty. */
const unwell = `SELECT count(*) FILTER (WHERE NOT d.online) AS offline, count(*) FILTER (WHERE ${isAbnormal}) AS abnormal
  FROM devices d WHERE ${asked} AND ${isUnwell}`;

/** Counts from the outlets' stored numbers, the few offline or faulty chairs, and the running orders. */
export const countDevices = statement<DeviceCounts, [number[], Date]>(
  'devices.count',
  `SELECT whole.all, unwell.offline, unwell.abnormal, (SELECT count(*) FROM published_chair_holders a WHERE a.outlet_id = ANY($1::bigint[])) AS in_use
   FROM (SELECT coalesce(sum(devices), 0) AS all FROM published_outlets WHERE id = ANY($1::bigint[])) whole, (${unwell}) unwell`,
);

// By a keyword ------------------------------------------------------------------------------

export interface Place {
  id: number;
  /** The keyword is in its name: all of its devices match. */
  named: boolean;
  devices: number;
  /** The numbers of its devices, folded; empty where the name matches. */
  numbers: string;
  /** The keyword, folded as names and numbers are. */
  folded: string;
}

/**
 * The outlets of $1 with the keyword $2 in their name or in the number of one of their devices. Both sides are folded
 * here: PostgreSQL and JavaScript do not agree on letters like “İ”. `OFFSET 0`: the keyword once, not for each outlet.
 */
export const findPlaces = statement<Place, [number[], string]>(
  'devices.places',
  `SELECT id, named, devices, CASE WHEN named THEN '' ELSE numbers END AS numbers, folded
   FROM (SELECT lower($2::text) AS folded OFFSET 0) k, published_outlets,
     LATERAL (SELECT strpos(lower(name), folded) > 0 AS named) n
   WHERE id = ANY($1::bigint[]) AND (named OR strpos(numbers, folded) > 0)`,
);

export interface Search {
  /** The keyword, folded by `findPlaces`. */
  folded: string;
  /** The outlets whose name matches. */
  named: number[];
  /** Whether this many outlets match that reading devices in order soon fills a page. */
  common: boolean;
}

export function listFound(db: Db, page: PageOf, { folded, named, common }: Search): Promise<DeviceViewRow[]> {
  const isFound = '(d.outlet_id = ANY($6::bigint[]) OR strpos(d.lowered, $7::text) > 0)';
  const text = () => pageText(page.filters, `${asked} AND ${isFound}`, !common);
  const find = statementOf<DeviceViewRow>(`devices.found.${common}.${keyOf(page.filters)}`, text);
  return find(db, ...valuesOf(page), named, folded);
}

/** As `countDevices`, for devices of the outlets $3 or with the folded keyword $4 in their number; `all` is counted elsewhere. */
export const countFound = statement<Omit<DeviceCounts, 'all'>, [number[], Date, number[], string]>(
  'devices.countFound',
  `SELECT unwell.offline, unwell.abnormal, (SELECT count(*) FROM published_chair_holders a
     WHERE a.outlet_id = ANY($1::bigint[]) AND (a.outlet_id = ANY($3::bigint[]) OR strpos(lower(a.device_id), $4) > 0)) AS in_use
   FROM (${unwell} AND (d.outlet_id = ANY($3::bigint[]) OR strpos(d.lowered, $4) > 0)) unwell`,
);

export interface OutageRow {
  id: string;
  since: Date;
  usual: number;
  currency: Currency;
}

/** The days before an outage whose income counts as usual. */
const usualDays = 28;

/**
 * Since when each chair $1 of the outlets $2 is faulty or offline, and its net income of the weeks before, as a share
 * of the time until $3. A chair that is younger counts from its registration.
 */
export const findOutages = statement<OutageRow, [string[], number[], Date]>(
  'devices.outages',
  `SELECT d.id, d.since, o.currency, round(i.net * extract(epoch FROM $3 - d.since)
     / greatest(extract(epoch FROM d.since - d.begin), 86400))::bigint AS usual
   FROM (SELECT *, greatest(since - interval '${usualDays} days', registered_at) AS begin
     FROM (SELECT *, least(fault_since, offline_since) AS since FROM devices) s) d
   JOIN published_outlets o ON o.id = d.outlet_id
   CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount - r.refunded_amount), 0) AS net FROM published_orders r
     WHERE r.device_id = d.id AND r.at >= d.begin AND r.at < d.since AND r.currency = o.currency
       AND r.status IN (${sqlList(startedStatuses)})) i
   WHERE d.id = ANY($1) AND d.outlet_id = ANY($2::bigint[]) AND d.retired_at IS NULL AND d.since IS NOT NULL`,
);

export const findLabel = statement<{ id: string; name: string; outlet_name: string }, [string]>(
  'devices.label',
  `SELECT d.id, d.name, o.name AS outlet_name FROM ${deviceTables} WHERE d.id = device_numbered($1)`,
);

/** The outlet of a chair in service. */
export const outletOfChair = statement<{ outlet_id: number }, [string]>(
  'devices.outletOf',
  'SELECT outlet_id FROM devices WHERE id = $1 AND retired_at IS NULL',
);

/**
 * How many chairs of those outlets among $1 that are open are faulty, or have been offline since before the moment $2.
 */
export const countAbnormal = statement<{ abnormal: number }, [number[], Date]>(
  'devices.countAbnormal',
  `SELECT count(*) AS abnormal FROM devices d
   WHERE ${asked} AND ${isUnwell} AND ${isAbnormal}
     AND d.outlet_id NOT IN (SELECT id FROM published_outlets WHERE closed_at IS NOT NULL)`,
);

/** How many chairs an open outlet has in each state. A faulty chair that is online counts as faulty. */
export const chairCounts = statement<{ outlet_id: number; state: 'online' | 'offline' | 'fault'; chairs: number }, []>(
  'devices.chairCounts',
  `SELECT outlet_id, CASE WHEN NOT online THEN 'offline' WHEN fault_code IS NOT NULL THEN 'fault' ELSE 'online' END AS state,
     count(*) AS chairs
   FROM devices d JOIN published_outlets o ON o.id = d.outlet_id
   WHERE d.retired_at IS NULL AND o.closed_at IS NULL GROUP BY 1, 2`,
);

export const devicesById = statement<DeviceViewRow, [string[]]>(
  'devices.byId',
  `SELECT ${deviceColumns} FROM ${deviceTables} WHERE d.id = ANY($1)`,
);

export interface ChairTotals {
  online: number;
  offline: number;
  faulty: number;
}

export const chairTotals = statement<ChairTotals, []>(
  'devices.chairTotals',
  `SELECT count(*) FILTER (WHERE online) AS online, count(*) FILTER (WHERE NOT online) AS offline,
     count(*) FILTER (WHERE fault_code IS NOT NULL) AS faulty
   FROM devices WHERE retired_at IS NULL`,
);
