import type { Pool } from '../../platform/db.ts';
import { isoOf } from '../../platform/instants.ts';
import { orderNo } from './order.view.ts';
import * as rules from './order-list.rules.ts';
import * as sql from './order-search.sql.ts';
import { ordersById } from './orders.sql.ts';

/** Finds what a keyword may stand for. Whether the caller may see the orders is decided where they are listed. */
export function makeOrderSearch(pool: Pool) {
  async function byOrderNo(keyword: string): Promise<number[]> {
    const id = rules.orderIdIn(keyword);
    const rows = id === null ? [] : await ordersById(pool, [id]);
    return rows
      .filter((row) => orderNo(row.id, new Date(isoOf(row.created_at)), row.time_zone) === keyword)
      .map((row) => row.id);
  }

  async function find(keyword: string): Promise<sql.Found> {
    const end = rules.mobileEnd(keyword);
    const [byNumber, byPayment, accounts] = await Promise.all([
      byOrderNo(keyword),
      sql.ordersByPayment(pool, keyword),
      end === null ? [] : sql.accountsByMobileEnd(pool, end),
    ]);
    const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
    return { keyword, orderIds: [...byNumber, ...idsOf(byPayment)], accountIds: idsOf(accounts) };
  }

  return { find };
}
