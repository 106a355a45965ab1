import type { Db, Pool } from '../../platform/db.ts';
import { transaction } from '../../platform/db.ts';
import * as sql from './revenue.sql.ts';

/** Every row of the statistics that is not what the orders say. None, unless somebody wrote past the trigger. */
export const checkRevenue = (db: Db): Promise<sql.Difference[]> => sql.revenueDifferences(db);

/** Makes the statistics anew from the orders, and says what differed. Orders wait meanwhile; readers do not see it half done. */
export const rebuildRevenue = (pool: Pool): Promise<sql.Difference[]> => transaction(pool, rebuildWithin);

/** The same inside a transaction that has more to do. */
export async function rebuildWithin(db: Db): Promise<sql.Difference[]> {
  await sql.lockOrders(db);
  const differences = await checkRevenue(db);
  await refillRevenue(db);
  return differences;
}

/** Orders that are written in between are not counted; `refillRevenue` counts them all. */
export const { pauseCounting } = sql;

export async function resumeCounting(db: Db): Promise<void> {
  await sql.checkNow(db);
  await sql.enableCounting(db);
}

/** Inside a transaction in which nothing else writes orders. */
export async function refillRevenue(db: Db): Promise<void> {
  await sql.emptyRevenue(db);
  await sql.refillRevenue(db);
}
