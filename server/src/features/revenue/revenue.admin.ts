import type { Admin } from '../../platform/admin.ts';
import { transaction } from '../../platform/db.ts';
import { record } from '../audit/index.ts';
import type { Difference } from './revenue.sql.ts';
import { rebuildWithin } from './revenue.upkeep.ts';

/** Rebuilds the statistics from the orders and returns the rows that differed. Blocks orders meanwhile. */
export const rebuildStatistics = (admin: Admin): Promise<Difference[]> =>
  transaction(admin.pool, async (db) => {
    const differences = await rebuildWithin(db);
    await record(db, admin.actor, 'statistics rebuild', 'statistics', { differences }, {});
    return differences;
  });
