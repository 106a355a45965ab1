import type { Readable, Writable } from 'node:stream';
import { record } from '../features/audit/index.ts';
import type { Admin } from '../platform/admin.ts';
import { type Db, transaction } from '../platform/db.ts';
import type { Env } from '../platform/env.ts';

/** The process environment; tests pass their own. */
export interface Io {
  env: Record<string, string | undefined>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
}

/** What every command is given. */
export interface Context extends Admin {
  env: Env;
  io: Io;
  databaseUrl: string;
}

type RecordChange = (action: string, target: string, before: object | null, after: object | null) => Promise<void>;

/** A transaction with its entry in the audit log, for commands whose rules are not in a feature yet. */
export function change<T>(context: Context, work: (db: Db, record: RecordChange) => Promise<T>): Promise<T> {
  return transaction(context.pool, (db) => work(db, (...entry) => record(db, context.actor, ...entry)));
}
