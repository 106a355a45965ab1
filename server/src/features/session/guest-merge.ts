import { type Db, type Pool, transaction } from '../../platform/db.ts';
import * as sql from './guests.sql.ts';

/**
 * Moves a feature's rows from one account to another, in the transaction of the merge. If it returns a function, that
 * is called after the commit.
 */
export type MoveAccount = (db: Db, from: number, to: number) => Promise<unknown>;

type AfterCommit = (() => void)[];

/** Merges an account into another. Returns the functions to call after the commit. */
export async function mergeAccounts(
  db: Db,
  moves: readonly MoveAccount[],
  from: number,
  to: number,
): Promise<AfterCommit> {
  await sql.moveWallets(db, from, to);
  await sql.markMerged(db, from, to);
  return moveAll(db, moves, from, to);
}

async function moveAll(db: Db, moves: readonly MoveAccount[], from: number, to: number): Promise<AfterCommit> {
  const after: unknown[] = [];
  for (const move of moves) after.push(await move(db, from, to));
  return after.filter((each) => typeof each === 'function') as AfterCommit;
}

/**
 * A request in progress during a merge may have written rows for the old account, such as an order. The hourly clean-up
 * moves them as well.
 */
export async function moveStragglers(pool: Pool, moves: readonly MoveAccount[]): Promise<void> {
  for (const { id, merged_into: to } of await sql.mergedWithLeftovers(pool)) {
    const after = await transaction(pool, (db) => moveAll(db, moves, id, to));
    for (const each of after) each();
  }
}
