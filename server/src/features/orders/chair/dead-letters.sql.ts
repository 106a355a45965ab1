import { statement } from '../../../platform/db.ts';

export const insertLetter = statement<never, [string, string, string, string, Date, Date]>(
  'deadLetters.insert',
  `INSERT INTO dead_letters (device_id, kind, payload, error, received_at, failed_at) VALUES ($1, $2, $3, $4, $5, $6)`,
);

export interface DeadLetter {
  id: number;
  device_id: string;
  kind: 'ack' | 'evt';
  payload: unknown;
  error: string;
  received_at: Date;
  failed_at: Date;
}

const columns = 'id, device_id, kind, payload, error, received_at, failed_at';

export const unresolvedLetters = statement<DeadLetter, []>(
  'deadLetters.unresolved',
  `SELECT ${columns} FROM dead_letters WHERE resolved_at IS NULL ORDER BY id LIMIT 1000`,
);

export const letterById = statement<DeadLetter, [number]>(
  'deadLetters.byId',
  `SELECT ${columns} FROM dead_letters WHERE id = $1 AND resolved_at IS NULL`,
);

export const resolveLetter = statement<never, [number, Date]>(
  'deadLetters.resolve',
  'UPDATE dead_letters SET resolved_at = $2 WHERE id = $1',
);
