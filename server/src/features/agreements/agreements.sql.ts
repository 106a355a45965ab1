import { statement } from '../../platform/db.ts';

export const insertAgreement = statement<never, [string, string, Date]>(
  'agreements.insert',
  'INSERT INTO agreements (version, texts, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);
export const findVersion = statement<{ version: string }, [string]>(
  'agreements.find',
  'SELECT version FROM agreements WHERE version = $1',
);
/** The first consent counts. */
export const insertConsent = statement<never, [number, string, string, Date]>(
  'agreements.insertConsent',
  'INSERT INTO consents (account_id, version, occasion, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
);
/** Used when an account is merged into another. */
export const moveConsents = statement<never, [number, number]>(
  'agreements.moveConsents',
  `INSERT INTO consents (account_id, version, occasion, at)
   SELECT $2, version, occasion, at FROM consents WHERE account_id = $1 ON CONFLICT DO NOTHING`,
);
export const exportConsents = statement<object, [number[]]>(
  'agreements.exportConsents',
  'SELECT version, occasion, at FROM consents WHERE account_id = ANY($1::bigint[])',
);
