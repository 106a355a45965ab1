import { statement } from '../../platform/db.ts';
import { type DeviceViewRow, deviceColumns, deviceTables } from './devices.view.ts';

/** $1 outlets, $2 keyword, $3 the moment from which on being offline is abnormal. */
const asked = `d.outlet_id = ANY($1::bigint[]) AND d.retired_at IS NULL
  AND ($2::text IS NULL OR strpos(lower(d.id), lower($2)) > 0 OR strpos(lower(o.name), lower($2)) > 0)`;
const isAbnormal = '(d.fault_code IS NOT NULL OR d.offline_since < $3)';
const isInUse = "EXISTS (SELECT FROM orders a WHERE a.device_id = d.id AND a.status IN ('starting', 'running'))";

export const listDevices = statement<
  DeviceViewRow,
  [number[], string | null, Date, boolean | null, boolean | null, boolean, string, number]
>(
  'devices.list',
  `SELECT ${deviceColumns} FROM ${deviceTables}
   WHERE ${asked}
     AND ($4::boolean IS NULL OR d.online = $4)
     AND ($5::boolean IS NULL OR ${isInUse} = $5)
     AND (NOT $6::boolean OR ${isAbnormal})
     AND d.id > $7
   ORDER BY d.id LIMIT $8`,
);

export interface DeviceCounts {
  all: number;
  online: number;
  in_use: number;
  abnormal: number;
}
export const countDevices = statement<DeviceCounts, [number[], string | null, Date]>(
  'devices.count',
  `SELECT count(*) AS all, count(*) FILTER (WHERE d.online) AS online,
     count(*) FILTER (WHERE ${isInUse}) AS in_use, count(*) FILTER (WHERE ${isAbnormal}) AS abnormal
   FROM ${deviceTables} WHERE ${asked}`,
);

export const findLabel = statement<{ id: string; name: string; outlet_name: string }, [string]>(
  'devices.label',
  `SELECT d.id, d.name, o.name AS outlet_name FROM ${deviceTables} WHERE d.id = $1 AND d.retired_at IS NULL`,
);
