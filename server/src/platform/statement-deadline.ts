import pg from 'pg';
import { type Db, type Pool, statement, transaction } from './db.ts';

const setTimeoutOfTransaction = statement<never, [string]>(
  'deadline.set',
  `SELECT set_config('statement_timeout', $1, true)`,
);

/** PostgreSQL ended a statement that took longer than its timeout. */
const isTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014';

/** Runs statements, none of which may take longer than the deadline; throws `late` if one does. */
export async function withinDeadline<T>(
  pool: Pool,
  deadlineMs: number,
  late: () => Error,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(pool, async (db) => {
      await setTimeoutOfTransaction(db, `${deadlineMs}`);
      return work(db);
    });
  } catch (error) {
    throw isTimeout(error) ? late() : error;
  }
}
