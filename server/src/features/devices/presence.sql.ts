import { statement } from '../../platform/db.ts';

export interface PresenceRow {
  id: string;
  outlet_id: number;
  online: boolean;
  offline_since: Date | null;
  last_seen_at: Date | null;
  fault_code: string | null;
  firmware: string | null;
  boot_id: string | null;
  seq: number | null;
  state_at: Date | null;
}

/** In one order on every server, so that two of them never wait for each other. */
export const lockDevices = statement<PresenceRow, [string[]]>(
  'presence.lock',
  `SELECT id, outlet_id, online, offline_since, last_seen_at, fault_code, firmware, boot_id, seq, state_at
   FROM devices WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
);

type Columns = [
  string[],
  boolean[],
  (Date | null)[],
  (Date | null)[],
  (string | null)[],
  (string | null)[],
  (string | null)[],
  (number | null)[],
  (Date | null)[],
];

export const saveDevices = statement<never, Columns>(
  'presence.save',
  `UPDATE devices d SET online = v.online, offline_since = v.offline_since, last_seen_at = v.last_seen_at,
     fault_code = v.fault_code, firmware = v.firmware, boot_id = v.boot_id, seq = v.seq, state_at = v.state_at
   FROM unnest($1::text[], $2::boolean[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
     $8::bigint[], $9::timestamptz[])
     AS v (id, online, offline_since, last_seen_at, fault_code, firmware, boot_id, seq, state_at)
   WHERE d.id = v.id`,
);

export const columnsOf = (rows: PresenceRow[]): Columns => [
  rows.map((row) => row.id),
  rows.map((row) => row.online),
  rows.map((row) => row.offline_since),
  rows.map((row) => row.last_seen_at),
  rows.map((row) => row.fault_code),
  rows.map((row) => row.firmware),
  rows.map((row) => row.boot_id),
  rows.map((row) => row.seq),
  rows.map((row) => row.state_at),
];

/** Chairs not heard for too long. */
export const markSilent = statement<{ id: string; outlet_id: number }, [Date, Date]>(
  'presence.markSilent',
  `UPDATE devices SET online = false, offline_since = $2
   WHERE online AND retired_at IS NULL AND coalesce(last_seen_at, registered_at) < $1 RETURNING id, outlet_id`,
);
