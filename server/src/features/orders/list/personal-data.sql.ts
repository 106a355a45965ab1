import type { Currency } from '@recline/contract/money';
import { openStatuses } from '@recline/contract/values';
import { statement } from '../../../platform/db.ts';
import { sqlList } from '../../../platform/rows.ts';

/** An order of these accounts that is not over. */
export const openOrderOfAny = statement<{ id: number }, [number[]]>(
  'orders.openOfAny',
  `SELECT id FROM orders WHERE placed_by = ANY($1::bigint[]) AND status IN (${sqlList(openStatuses)}) LIMIT 1`,
);

/** The account that placed an order; null for a coin. */
export const placerOf = statement<{ placed_by: number | null }, [number]>(
  'orders.placer',
  'SELECT placed_by FROM orders WHERE id = $1',
);

export interface ExportedOrder {
  id: number;
  order_no: string;
  status: string;
  device_id: string;
  outlet_id: number;
  amount: number;
  currency: Currency;
  created_at: Date;
}

export const exportOrders = statement<ExportedOrder, [number[]]>(
  'orders.export',
  `SELECT id, order_no, type, status, pay_type, device_id, outlet_id, gear, minutes, amount, refunded_amount, currency, coupon_no,
     created_at, started_at, ended_at, end_reason
   FROM orders WHERE placed_by = ANY($1::bigint[]) ORDER BY id`,
);
