import { type Db, statement, violatedConstraint } from './db.ts';

const set = statement<never, []>('savepoint.set', 'SAVEPOINT attempt');
const rollBack = statement<never, []>('savepoint.rollBack', 'ROLLBACK TO SAVEPOINT attempt');

/**
 * Runs part of a transaction in a savepoint. Undefined if `constraint` refused it, in which case only that part was
 * rolled back.
 */
export async function unlessViolated<T>(db: Db, constraint: string, work: () => Promise<T>): Promise<T | undefined> {
  await set(db);
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== constraint) throw error;
    await rollBack(db);
    return undefined;
  }
}
