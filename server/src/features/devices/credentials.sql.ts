import { statement } from '../../platform/db.ts';

export const setSecret = statement<never, [string, string, string]>(
  'devices.admin.setSecret',
  'UPDATE devices SET secret_hash = $2, broker_hash = $3 WHERE id = $1',
);

export const brokerEntries = statement<{ id: string; broker_hash: string | null }, [number | null, string | null]>(
  'devices.admin.brokerEntries',
  `SELECT id, broker_hash FROM devices WHERE retired_at IS NULL AND ($1::bigint IS NULL OR outlet_id = $1)
     AND ($2::text IS NULL OR id = $2) ORDER BY id`,
);
