import type { Db, Pool } from '../../platform/db.ts';
import { transaction } from '../../platform/db.ts';
import * as sql from './revenue.sql.ts';

/** Every row of the statistics that differs from the orders. Empty, unless the triggers were bypassed. */
export const checkRevenue = (db: Db): Promise<sql.Difference[]> => sql.revenueDifferences(db);

/** Rebuilds the statistics from the orders and returns the differences. Blocks readers and writers meanwhile. */
export const rebuildRevenue = (pool: Pool): Promise<sql.Difference[]> => transaction(pool, rebuildWithin);

/** The same inside the caller's transaction. */
export async function rebuildWithin(db: Db): Promise<sql.Difference[]> {
  await sql.lockOrders(db);
  const differences = await checkRevenue(db);
  await refillRevenue(db);
  return differences;
}

/** Stops the triggers for a bulk import; `refillRevenue` counts all orders afterwards. */
export const { pauseCounting, resumeCounting } = sql;

/** Call it inside a transaction in which nothing else writes orders. */
export async function refillRevenue(db: Db): Promise<void> {
  await sql.emptyRevenue(db);
  await sql.refillRevenue(db);
}
