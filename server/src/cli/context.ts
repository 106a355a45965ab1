import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../platform/clock.ts';
import { type Db, type Pool, statement, transaction } from '../platform/db.ts';
import type { Env } from '../platform/env.ts';

/** The world outside the program; tests hand in their own. */
export interface Io {
  env: Record<string, string | undefined>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable;
}

/** What every command is given. */
export interface Context {
  env: Env;
  io: Io;
  clock: Clock;
  pool: Pool;
  databaseUrl: string;
  /** Who the audit log will say it was. */
  actor: string;
}

type RecordEntry = (action: string, target: string, before: object | null, after: object | null) => Promise<unknown>;

const insertEntry = statement<never, [string, string, string, string | null, string | null]>(
  'cli.audit.insert',
  'INSERT INTO audit_log (actor, action, target, before, after) VALUES ($1, $2, $3, $4, $5)',
);

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

/** A change and its entry in the audit log, together or not at all. */
export function change<T>(context: Context, work: (db: Db, record: RecordEntry) => Promise<T>): Promise<T> {
  return transaction(context.pool, (db) =>
    work(db, (action, target, before, after) =>
      insertEntry(db, context.actor, action, target, json(before), json(after)),
    ),
  );
}
