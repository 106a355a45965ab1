import { type Db, statement } from '../../platform/db.ts';
import { type DeviceViewRow, deviceColumns, deviceTables } from './devices.view.ts';

/** $1 outlets, $2 the moment before which being offline is abnormal, $3 the device after which a page begins, $4 its length. */
const asked = 'd.outlet_id = ANY($1::bigint[]) AND d.retired_at IS NULL';
const isAbnormal = '(d.fault_code IS NOT NULL OR d.offline_since < $2)';
const active = `a.outlet_id = ANY($1::bigint[]) AND a.status IN ('starting', 'running')`;
const inUse = `SELECT a.device_id FROM orders a WHERE ${active}`;
/** As an array, those in use are looked up one by one, in order, until the page is full. */
const isInUse = `d.id = ANY(ARRAY(${inUse}))`;
/** The names of outlets are looked through once. */
const found = `(strpos(d.lowered, $5::text) > 0 OR d.outlet_id IN (
  SELECT n.id FROM outlets n WHERE n.id = ANY($1::bigint[]) AND strpos(lower(n.name), $5::text) > 0))`;

export interface DeviceFilters {
  online?: boolean | undefined;
  inUse?: boolean | undefined;
  abnormal?: boolean | undefined;
}

export interface DeviceCounts {
  all: number;
  online: number;
  in_use: number;
  abnormal: number;
}

export interface PageOf {
  outletIds: number[];
  offlineBefore: Date;
  after: string;
  limit: number;
  filters: DeviceFilters;
}
const valuesOf = ({ outletIds, offlineBefore, after, limit }: PageOf) => [outletIds, offlineBefore, after, limit];

/** A statement for each set of filters: a condition that is not asked for costs nothing, nor misleads the planner. */
const keyOf = ({ online, inUse, abnormal }: DeviceFilters) => `${online ?? ''}.${inUse ?? ''}.${abnormal ?? ''}`;

const conditionsOf = ({ online, inUse: used, abnormal }: DeviceFilters, isUsed = isInUse): string =>
  [
    ...(online === undefined ? [] : [online ? 'd.online' : 'NOT d.online']),
    ...(used === undefined ? [] : [used ? isUsed : `NOT ${isUsed}`]),
    ...(abnormal ? [isAbnormal] : []),
  ]
    .map((condition) => ` AND ${condition}`)
    .join('');

export function listDevices(db: Db, page: PageOf): Promise<DeviceViewRow[]> {
  const text = `SELECT ${deviceColumns} FROM ${deviceTables}
    WHERE ${asked}${conditionsOf(page.filters)} AND d.id > $3 AND $2::timestamptz IS NOT NULL ORDER BY d.id LIMIT $4`;
  return statement<DeviceViewRow>(`devices.list.${keyOf(page.filters)}`, text)(db, ...valuesOf(page));
}

/** Counted from the outlets' own numbers, the few chairs that are unwell, and the orders that run. */
export const countDevices = statement<DeviceCounts, [number[], Date]>(
  'devices.count',
  `SELECT whole.all, whole.all - unwell.offline AS online, unwell.abnormal,
     (SELECT count(*) FROM orders a WHERE ${active}) AS in_use
   FROM (SELECT coalesce(sum(devices), 0) AS all FROM outlets WHERE id = ANY($1::bigint[])) whole,
     (SELECT count(*) FILTER (WHERE NOT d.online) AS offline, count(*) FILTER (WHERE ${isAbnormal}) AS abnormal
      FROM devices d WHERE ${asked} AND (d.fault_code IS NOT NULL OR d.offline_since IS NOT NULL)) unwell`,
);

type FoundRow = DeviceCounts & (DeviceViewRow | { id: null });

/**
 * The devices that a keyword finds, $5, each row with the counts of all of them: every device is held against
 * the keyword, so that is done once for both. Where the page is empty one row without a device has the counts.
 */
export async function searchDevices(db: Db, page: PageOf, keyword: string) {
  const text = `WITH f AS MATERIALIZED (
      SELECT d.id, d.outlet_id, d.online, d.fault_code, d.offline_since, d.id IN (${inUse}) AS in_use
      FROM devices d WHERE ${asked} AND ${found}),
    counts AS (SELECT count(*) AS all, count(*) FILTER (WHERE d.online) AS online,
      count(*) FILTER (WHERE d.in_use) AS in_use, count(*) FILTER (WHERE ${isAbnormal}) AS abnormal FROM f d),
    page AS (SELECT d.id FROM f d WHERE d.id > $3${conditionsOf(page.filters, 'd.in_use')} ORDER BY d.id LIMIT $4),
    shown AS (SELECT ${deviceColumns} FROM page JOIN devices d ON d.id = page.id JOIN outlets o ON o.id = d.outlet_id)
    SELECT counts.*, shown.* FROM counts LEFT JOIN shown ON true ORDER BY shown.id`;
  const find = statement<FoundRow>(`devices.search.${keyOf(page.filters)}`, text);
  const rows = await find(db, ...valuesOf(page), keyword.toLowerCase());
  const shown = rows.filter((row): row is DeviceCounts & DeviceViewRow => row.id !== null);
  return { rows: shown, counts: rows[0] ?? { all: 0, online: 0, in_use: 0, abnormal: 0 } };
}

export const findLabel = statement<{ id: string; name: string; outlet_name: string }, [string]>(
  'devices.label',
  `SELECT d.id, d.name, o.name AS outlet_name FROM ${deviceTables} WHERE d.id = $1 AND d.retired_at IS NULL`,
);
