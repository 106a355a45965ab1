import { statement } from '../../platform/db.ts';

export const setSecret = statement<never, [string, string, string]>(
  'credentials.setSecret',
  'UPDATE devices SET secret_hash = $2, broker_hash = $3 WHERE id = $1',
);

export const brokerEntries = statement<{ id: string; broker_hash: string | null }, [number | null, string | null]>(
  'credentials.brokerEntries',
  `SELECT id, broker_hash FROM devices WHERE retired_at IS NULL AND ($1::bigint IS NULL OR outlet_id = $1)
     AND ($2::text IS NULL OR id = $2) ORDER BY id`,
);

export interface StoredSecret {
  id: string;
  secret_hash: string;
  lacks_broker_hash: boolean;
}

/** The secrets of these chairs; no row for an unknown or retired one. */
export const storedSecrets = statement<StoredSecret, [string[]]>(
  'credentials.stored',
  `SELECT id, secret_hash, broker_hash IS NULL AS lacks_broker_hash FROM devices
   WHERE id = ANY($1) AND retired_at IS NULL`,
);

/** Adds the broker's hash to a secret that is older than that column. */
export const keepBrokerHash = statement<never, [string, string, string]>(
  'credentials.keepBrokerHash',
  'UPDATE devices SET broker_hash = $3 WHERE id = $1 AND secret_hash = $2 AND broker_hash IS NULL',
);
