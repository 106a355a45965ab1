import { statement } from '../../platform/db.ts';

export const sentCodes = statement<
  { times: Date[]; address_at: Date | null; total_at: Date | null },
  [string, string, Date, number, number, number]
>(
  'smsCodes.sent',
  `SELECT
     ARRAY(SELECT created_at FROM sms_codes WHERE mobile = $1 AND created_at > $3 ORDER BY created_at DESC LIMIT $4) AS times,
     (SELECT created_at FROM sms_codes WHERE address = $2 AND created_at > $3
      ORDER BY created_at DESC OFFSET $5 - 1 LIMIT 1) AS address_at,
     (SELECT created_at FROM sms_codes WHERE created_at > $3 ORDER BY created_at DESC OFFSET $6 - 1 LIMIT 1) AS total_at`,
);
export const hasAccount = statement<{ id: number }, [string]>(
  'smsCodes.hasAccount',
  'SELECT id FROM accounts WHERE mobile = $1',
);
export const insertCode = statement<{ id: number }, [string, Buffer, string, Date, Date]>(
  'smsCodes.insert',
  `INSERT INTO sms_codes (mobile, code_hash, address, created_at, expires_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
);
export const deleteCode = statement<never, [number]>('smsCodes.delete', 'DELETE FROM sms_codes WHERE id = $1');

/** Wrong tries at the number's codes since an instant. The right one is not among them. */
export const wrongCodes = statement<{ count: number; oldest: Date | null }, [string, Date]>(
  'smsCodes.wrong',
  `SELECT coalesce(sum(tries - (used_at IS NOT NULL)::int), 0)::int AS count, min(created_at) AS oldest
   FROM sms_codes WHERE mobile = $1 AND created_at > $2 AND tries > 0`,
);
/** Counts a try against the newest code of a mobile number, unless it is used, expired or out of tries. */
export const tryCode = statement<{ id: number; code_hash: Buffer }, [string, Date, number]>(
  'smsCodes.try',
  `UPDATE sms_codes SET tries = tries + 1
   WHERE id = (SELECT id FROM sms_codes WHERE mobile = $1 ORDER BY created_at DESC LIMIT 1)
     AND used_at IS NULL AND expires_at > $2 AND tries < $3
   RETURNING id, code_hash`,
);
export const useCode = statement<{ id: number }, [number, Date]>(
  'smsCodes.use',
  'UPDATE sms_codes SET used_at = $2 WHERE id = $1 AND used_at IS NULL RETURNING id',
);
export const deleteOldCodes = statement<never, [Date]>(
  'smsCodes.deleteOld',
  'DELETE FROM sms_codes WHERE created_at < $1',
);
