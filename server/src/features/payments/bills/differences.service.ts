import { type Admin, refuse } from '../../../platform/admin.ts';
import { type Db, transaction } from '../../../platform/db.ts';
import { record } from '../../audit/index.ts';
import * as sql from './differences.sql.ts';

/** Records differences; known ones are left unchanged. Returns the number of new ones. */
export const recordDifferences = async (db: Db, found: readonly sql.NewDifference[]): Promise<number> =>
  (await sql.insert(db, found)).length;

/** An open difference; any other is refused. */
export async function openDifference(db: Db, id: number): Promise<sql.Difference> {
  const found = await sql.lock.maybe(db, id);
  if (!found || found.closed_at !== null) throw refuse('differenceNotFound', { id });
  return found;
}

/** Closes a difference, in the caller's transaction. */
export async function closeDifference(
  db: Db,
  { clock, actor }: Pick<Admin, 'clock' | 'actor'>,
  id: number,
  reason: string,
): Promise<sql.Difference> {
  const before = await openDifference(db, id);
  const after = await sql.close.one(db, id, clock(), actor, reason);
  await record(db, actor, 'payments differences close', `difference ${id}`, before, after);
  return after;
}

export const closeDifferenceAsAdmin = (admin: Admin, id: number, reason: string): Promise<sql.Difference> =>
  transaction(admin.pool, (db) => closeDifference(db, admin, id, reason));
