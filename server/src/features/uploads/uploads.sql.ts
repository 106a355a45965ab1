import { statement } from '../../platform/db.ts';

/** Serialises the uploads of an account, so that concurrent ones cannot exceed its quota. */
export const lockAccount = statement<never, [number]>(
  'uploads.lockAccount',
  `SELECT pg_advisory_xact_lock(hashtextextended('uploads', $1))`,
);

/** The counted size of an account's files, each at least `$3`. */
export const bytesOfAccount = statement<{ bytes: number }, [number, string, number]>(
  'uploads.bytesOfAccount',
  'SELECT coalesce(sum(greatest(bytes, $3)), 0)::float8 AS bytes FROM files WHERE account_id = $1 AND key <> $2',
);

/** An account's uploads in progress, and the bytes that they may still take. */
export const reservedByAccount = statement<{ uploads: number; bytes: number }, [number, Date]>(
  'uploads.reserved',
  `SELECT count(*) AS uploads, coalesce(sum(bytes), 0)::float8 AS bytes FROM upload_reservations
   WHERE account_id = $1 AND expires_at > $2`,
);
export const insertReservation = statement<{ id: number }, [number, number, Date]>(
  'uploads.reserve',
  'INSERT INTO upload_reservations (account_id, bytes, expires_at) VALUES ($1, $2, $3) RETURNING id',
);
export const deleteReservation = statement<never, [number | null]>(
  'uploads.release',
  'DELETE FROM upload_reservations WHERE id = $1',
);
export const deleteExpiredReservations = statement<never, [Date]>(
  'uploads.deleteExpiredReservations',
  'DELETE FROM upload_reservations WHERE expires_at < $1',
);

export const lockNetwork = statement<never, [string]>(
  'uploads.lockNetwork',
  `SELECT pg_advisory_xact_lock(hashtextextended('uploads from ' || $1, 0))`,
);
/** Bytes uploaded without an order since a given time: of an account, and of each network in the given order. */
export const usedWithoutOrder = statement<{ of_account: number; of_networks: number[] }, [number, string[], Date]>(
  'uploads.usedWithoutOrder',
  `SELECT (SELECT coalesce(sum(bytes), 0)::float8 FROM upload_uses WHERE account_id = $1 AND at > $3) AS of_account,
     ARRAY(SELECT (SELECT coalesce(sum(bytes), 0)::float8 FROM upload_uses
       WHERE networks @> ARRAY[n.network] AND at > $3)
       FROM unnest($2::text[]) WITH ORDINALITY AS n (network, no) ORDER BY no) AS of_networks`,
);
export const insertUse = statement<{ id: number }, [number, string, number, Date, string[]]>(
  'uploads.insertUse',
  'INSERT INTO upload_uses (account_id, address, bytes, at, networks) VALUES ($1, $2, $3, $4, $5) RETURNING id',
);
export const setUse = statement<never, [number, number]>(
  'uploads.setUse',
  'UPDATE upload_uses SET bytes = $2 WHERE id = $1',
);
export const deleteUse = statement<never, [number]>('uploads.deleteUse', 'DELETE FROM upload_uses WHERE id = $1');
export const deleteOldUses = statement<never, [Date]>('uploads.deleteOldUses', 'DELETE FROM upload_uses WHERE at < $1');

/** The previous file name of a key's bytes; none for a new key. */
export const storedBefore = statement<{ stored: string | null }, [string]>(
  'uploads.storedBefore',
  'SELECT stored FROM files WHERE key = $1 FOR UPDATE',
);

/** Returns no row if a feedback uses the key, whose file is then unchanged. */
export const putFile = statement<{ id: number }, [number, string, string, string, number, string | null, Date]>(
  'uploads.put',
  `INSERT INTO files (account_id, key, url, content_type, bytes, stored, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (key) DO UPDATE SET url = $3, content_type = $4, bytes = $5, stored = $6, created_at = $7
     WHERE files.account_id = $1 AND files.feedback_id IS NULL
   RETURNING id`,
);

export const fileByKey = statement<{ content_type: string; bytes: number; stored: string }, [string]>(
  'uploads.byKey',
  'SELECT content_type, bytes, stored FROM files WHERE key = $1 AND stored IS NOT NULL',
);

/** A file of ours that no feedback uses yet. */
export const unusedByKey = statement<{ contentType: string; bytes: number; stored: string }, [string]>(
  'uploads.unusedByKey',
  `SELECT content_type AS "contentType", bytes, stored FROM files
   WHERE key = $1 AND stored IS NOT NULL AND feedback_id IS NULL`,
);

/** Assigns an account's unused files to its feedback, in the given order; returns a row per file. */
export const claimFiles = statement<{ id: number; bytes: number }, [number, number, string[]]>(
  'uploads.claim',
  `UPDATE files f SET feedback_id = $1, position = named.position
   FROM unnest($3::text[]) WITH ORDINALITY AS named (key, position)
   WHERE f.key = named.key AND f.account_id = $2 AND f.feedback_id IS NULL
   RETURNING f.id, f.bytes::float8 AS bytes`,
);

export const filesOfFeedback = statement<{ feedback_id: number; key: string }, [number[]]>(
  'uploads.ofFeedback',
  'SELECT feedback_id, key FROM files WHERE feedback_id = ANY($1) ORDER BY feedback_id, position',
);

/** An account's own file that no feedback uses. */
export const lockOwnUnused = statement<{ id: number; key: string; stored: string | null }, [number, string]>(
  'uploads.lockOwnUnused',
  'SELECT id, key, stored FROM files WHERE account_id = $1 AND key = $2 AND feedback_id IS NULL FOR UPDATE',
);

/** The oldest file that no feedback uses, from before $1 and not among $2. */
export const lockUnused = statement<{ id: number; key: string; stored: string | null }, [Date, number[]]>(
  'uploads.lockUnused',
  `SELECT id, key, stored FROM files WHERE feedback_id IS NULL AND created_at < $1 AND id <> ALL ($2::bigint[])
   ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
);
export const deleteFile = statement<never, [number]>('uploads.delete', 'DELETE FROM files WHERE id = $1');

export const knownStored = statement<{ stored: string }, [string[]]>(
  'uploads.knownStored',
  'SELECT stored FROM files WHERE stored = ANY($1)',
);

/** Used when an account is merged into another. */
export const moveFiles = statement<never, [number, number]>(
  'uploads.move',
  'UPDATE files SET account_id = $2 WHERE account_id = $1',
);

export const exportFiles = statement<object, [number[]]>(
  'uploads.export',
  'SELECT url, content_type, bytes, feedback_id, created_at FROM files WHERE account_id = ANY($1::bigint[])',
);
/** Deletes the rows of files; their bytes are for the caller to remove. */
export const deleteFilesOf = statement<{ key: string; stored: string | null }, [number[]]>(
  'uploads.deleteOf',
  `WITH room AS (DELETE FROM upload_reservations WHERE account_id = ANY($1::bigint[])),
     uses AS (DELETE FROM upload_uses WHERE account_id = ANY($1::bigint[]))
   DELETE FROM files WHERE account_id = ANY($1::bigint[]) RETURNING key, stored`,
);
