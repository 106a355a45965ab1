import { type Db, statement } from '../../platform/db.ts';
import { type DeviceViewRow, deviceColumns, deviceTables } from './devices.view.ts';

/** $1 outlets, $2 the moment before which being offline is abnormal. */
const isAbnormal = '(d.fault_code IS NOT NULL OR d.offline_since < $2)';
const active = "a.status IN ('starting', 'running')";
const isInUse = `EXISTS (SELECT FROM orders a WHERE a.device_id = d.id AND ${active})`;
const asked = 'd.outlet_id = ANY($1::bigint[]) AND d.retired_at IS NULL';
/** A device number has ASCII letters alone, which the C collation lowers several times faster; names are looked through once. */
const found = (keyword: string) => `(strpos(lower(d.id COLLATE "C"), ${keyword}) > 0 OR d.outlet_id IN (
  SELECT n.id FROM outlets n WHERE n.id = ANY($1::bigint[]) AND strpos(lower(n.name), ${keyword}) > 0))`;

export interface DeviceFilters {
  keyword?: string | undefined;
  online?: boolean | undefined;
  inUse?: boolean | undefined;
  abnormal?: boolean | undefined;
}

/** A statement for each set of filters: a condition that is not asked for costs nothing, nor misleads the planner. */
export function listDevices(
  db: Db,
  outletIds: number[],
  offlineBefore: Date,
  after: string,
  limit: number,
  { keyword, online, inUse, abnormal }: DeviceFilters,
): Promise<DeviceViewRow[]> {
  const conditions = [
    ...(keyword === undefined ? [] : [found('$5::text')]),
    ...(online === undefined ? [] : [online ? 'd.online' : 'NOT d.online']),
    ...(inUse === undefined ? [] : [inUse ? isInUse : `NOT ${isInUse}`]),
    ...(abnormal ? [isAbnormal] : []),
  ];
  const name = `devices.list.${keyword === undefined ? '' : 'k'}${online ?? ''}.${inUse ?? ''}.${abnormal ?? ''}`;
  const text = `SELECT ${deviceColumns} FROM ${deviceTables}
    WHERE ${[asked, ...conditions].join(' AND ')} AND d.id > $3 AND $2::timestamptz IS NOT NULL
    ORDER BY d.id LIMIT $4`;
  const values = [outletIds, offlineBefore, after, limit, ...(keyword === undefined ? [] : [keyword.toLowerCase()])];
  return statement<DeviceViewRow>(name, text)(db, ...values);
}

export interface DeviceCounts {
  all: number;
  online: number;
  in_use: number;
  abnormal: number;
}
const counts = (keyword: string) => `
  WITH used AS MATERIALIZED (SELECT a.device_id FROM orders a WHERE ${active})
  SELECT count(*) AS all, count(*) FILTER (WHERE d.online) AS online, count(used.device_id) AS in_use,
    count(*) FILTER (WHERE ${isAbnormal}) AS abnormal
  FROM devices d LEFT JOIN used ON used.device_id = d.id
  WHERE ${asked}${keyword}`;
const countAll = statement<DeviceCounts, [number[], Date]>('devices.count', counts(''));
const countFound = statement<DeviceCounts, [number[], Date, string]>(
  'devices.countFound',
  counts(` AND ${found('$3::text')}`),
);

export const countDevices = (db: Db, outletIds: number[], offlineBefore: Date, keyword: string | undefined) =>
  keyword === undefined
    ? countAll.one(db, outletIds, offlineBefore)
    : countFound.one(db, outletIds, offlineBefore, keyword.toLowerCase());

export const findLabel = statement<{ id: string; name: string; outlet_name: string }, [string]>(
  'devices.label',
  `SELECT d.id, d.name, o.name AS outlet_name FROM ${deviceTables} WHERE d.id = $1 AND d.retired_at IS NULL`,
);
