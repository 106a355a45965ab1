import { makeDeletion } from '../../platform/old-rows.sql.ts';

/** About a chair; those about an order go with the person. Their files are unused then, and swept. */
export const oldReports = makeDeletion('reports', {
  table: 'feedback',
  key: 'id',
  at: 'created_at',
  where: 'order_id IS NULL',
});
