import { makeDeletion } from '../../platform/old-rows.sql.ts';

/** About a chair; feedback about an order is erased with the person. The files are then unused, and swept. */
export const oldReports = makeDeletion('reports', {
  table: 'feedback',
  key: 'id',
  at: 'created_at',
  where: 'order_id IS NULL',
});
