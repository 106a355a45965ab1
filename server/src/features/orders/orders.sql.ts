import { instantOf, microsOf } from '../../platform/cursor.ts';
import { statement } from '../../platform/db.ts';
import { type OrderRow, orderColumns, orderSource } from './order.view.ts';

export const ordersById = statement<OrderRow, [number[]]>(
  'orders.byId',
  `SELECT ${orderColumns} FROM ${orderSource} WHERE o.id = ANY($1)`,
);

/** An account's own orders before a place in the list, newest first. */
export const ordersOfAccount = statement<
  OrderRow & { at_micros: number },
  [number, number | null, number | null, number]
>(
  'orders.ofAccount',
  `SELECT ${orderColumns}, ${microsOf('o.at')} AS at_micros FROM ${orderSource}
   WHERE o.placed_by = $1 AND ($2::bigint IS NULL OR (o.at, o.id) < (${instantOf('$2::bigint')}, $3::bigint))
   ORDER BY o.at DESC, o.id DESC LIMIT $4`,
);

export const guestMobile = statement<{ mobile: string }, [number]>(
  'orders.guestMobile',
  "SELECT mobile FROM accounts WHERE id = $1 AND role = 'consumer' AND mobile IS NOT NULL",
);
