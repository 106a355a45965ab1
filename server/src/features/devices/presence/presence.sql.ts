import { statement } from '../../../platform/db.ts';
import { updateRows } from '../../../platform/rows.ts';

export interface PresenceRow {
  id: string;
  outlet_id: number;
  online: boolean;
  online_at: Date | null;
  offline_since: Date | null;
  last_seen_at: Date | null;
  fault_code: string | null;
  /** Boot and sequence number of the state or event that last set `fault_code`. */
  fault_boot_id: string | null;
  fault_seq: number | null;
  firmware: string | null;
  boot_id: string | null;
  seq: number | null;
  /** The boot number that later boots must reach. */
  boot_bar: number | null;
  /** Messages received earlier are from an older board. */
  replaced_at: Date | null;
}

/** In one order on every server, so that two of them do not deadlock. */
export const lockDevices = statement<PresenceRow, [string[]]>(
  'presence.lock',
  `SELECT id, outlet_id, online, online_at, offline_since, last_seen_at, fault_code, fault_boot_id, fault_seq, firmware,
     boot_id, seq, boot_bar, replaced_at
   FROM devices WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
);

export const saveDevices = updateRows<Omit<PresenceRow, 'outlet_id' | 'replaced_at'>>(
  'presence.save',
  'devices',
  'id',
  {
    online: true,
    online_at: true,
    offline_since: true,
    last_seen_at: true,
    fault_code: true,
    fault_boot_id: true,
    fault_seq: true,
    firmware: true,
    boot_id: true,
    seq: true,
    boot_bar: true,
  },
);

/** Chairs not heard since `$1`. */
export const markSilent = statement<{ id: string; outlet_id: number }, [Date, Date]>(
  'presence.markSilent',
  `UPDATE devices SET online = false, online_at = $2, offline_since = $2
   WHERE online AND retired_at IS NULL AND coalesce(last_seen_at, registered_at) < $1 RETURNING id, outlet_id`,
);
