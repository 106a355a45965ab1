import type { Db } from '../../platform/db.ts';
import * as sql from './audit.sql.ts';

export type AuditEntry = sql.EntryRow;

export interface AuditFilter {
  /** Such as `device A10086`. */
  target?: string | undefined;
  actor?: string | undefined;
  limit: number;
}

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** Records a change. `db` must be the transaction of the change itself, so that neither exists without the other. */
export async function record(
  db: Db,
  actor: string,
  action: string,
  target: string,
  before: object | null,
  after: object | null,
): Promise<void> {
  await sql.insertEntry(db, actor, action, target, json(before), json(after));
}

/** The matching entries, newest first. */
export const listEntries = (db: Db, { target, actor, limit }: AuditFilter): Promise<AuditEntry[]> =>
  target === undefined
    ? sql.newestEntries(db, actor ?? null, limit)
    : sql.newestOfTarget(db, target, actor ?? null, limit);
