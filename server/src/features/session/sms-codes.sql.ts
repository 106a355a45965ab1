import type { MobileCountry } from '@recline/contract/mobile';
import type { Currency } from '@recline/contract/money';
import { statement } from '../../platform/db.ts';

/** `network_times`: for each network the time of its code that lies as many codes back as its limit. */
export const sentCodes = statement<
  { times: Date[]; network_times: (Date | null)[] },
  [string, Date, number, string[], number[]]
>(
  'smsCodes.sent',
  `SELECT
     ARRAY(SELECT created_at FROM sms_codes WHERE mobile = $1 AND created_at > $2 ORDER BY created_at DESC LIMIT $3) AS times,
     ARRAY(SELECT (SELECT created_at FROM sms_codes WHERE networks @> ARRAY[n.network] AND created_at > $2
                   ORDER BY created_at DESC OFFSET n.max - 1 LIMIT 1)
           FROM unnest($4::text[], $5::int[]) WITH ORDINALITY AS n (network, max, position)
           ORDER BY n.position) AS network_times`,
);
/** Codes of the last day ($1) and of the last hour ($2). The country is null for codes of an earlier version. */
export const countsByCountry = statement<
  { country: MobileCountry | null; day: number; hour: number; oldest: Date; oldest_of_hour: Date | null },
  [Date, Date]
>(
  'smsCodes.countsByCountry',
  `SELECT country, count(*)::int AS day, (count(*) FILTER (WHERE created_at > $2))::int AS hour,
     min(created_at) AS oldest, min(created_at) FILTER (WHERE created_at > $2) AS oldest_of_hour
   FROM sms_codes WHERE created_at > $1 GROUP BY country`,
);
export const currenciesOfOutlets = statement<{ currency: Currency }, []>(
  'smsCodes.currenciesOfOutlets',
  'SELECT DISTINCT currency FROM published_outlets',
);
export const hasAccount = statement<{ id: number }, [string]>(
  'smsCodes.hasAccount',
  'SELECT id FROM accounts WHERE mobile = $1',
);
export const insertCode = statement<{ id: number }, [string, Buffer, string, Date, Date, MobileCountry, string[]]>(
  'smsCodes.insert',
  `INSERT INTO sms_codes (mobile, code_hash, address, created_at, expires_at, country, networks)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
);
export const deleteCode = statement<never, [number]>('smsCodes.delete', 'DELETE FROM sms_codes WHERE id = $1');

/** Wrong tries at the number's codes since an instant. The correct one is excluded. */
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
