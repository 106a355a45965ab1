import { statement } from '../../platform/db.ts';

export interface EntryRow {
  id: number;
  at: Date;
  actor: string;
  action: string;
  target: string;
  before: unknown;
  after: unknown;
}

export const insertEntry = statement<never, [string, string, string, string | null, string | null]>(
  'audit.insert',
  'INSERT INTO audit_log (actor, action, target, before, after) VALUES ($1, $2, $3, $4, $5)',
);

const columns = 'id, at, actor, action, target, before, after';

export const newestEntries = statement<EntryRow, [string | null, number]>(
  'audit.newest',
  `SELECT ${columns} FROM audit_log WHERE $1::text IS NULL OR actor = $1 ORDER BY id DESC LIMIT $2`,
);

export const newestOfTarget = statement<EntryRow, [string, string | null, number]>(
  'audit.newestOfTarget',
  `SELECT ${columns} FROM audit_log WHERE target = $1 AND ($2::text IS NULL OR actor = $2) ORDER BY id DESC LIMIT $3`,
);
