import type { Db, Pool } from '../../platform/db.ts';
import { isoOf } from '../../platform/instants.ts';
import { orderNo } from './order.view.ts';
import * as rules from './order-list.rules.ts';
import * as sql from './order-search.sql.ts';
import { ordersById } from './orders.sql.ts';

/** Finds an order by the number that guests and managers see. */
export async function orderIdByNo(db: Db, number: string): Promise<number | undefined> {
  const id = rules.orderIdIn(number);
  const [row] = id === null ? [] : await ordersById(db, [id]);
  return row && orderNo(row.id, new Date(isoOf(row.created_at)), row.time_zone) === number ? row.id : undefined;
}

/** Finds what a keyword may stand for. Whether the caller may see the orders is decided where they are listed. */
export function makeOrderSearch(pool: Pool) {
  async function find(keyword: string): Promise<sql.Found> {
    const end = rules.mobileEnd(keyword);
    const [byNumber, byPayment, accounts] = await Promise.all([
      orderIdByNo(pool, keyword),
      sql.ordersByPayment(pool, keyword),
      end === null ? [] : sql.accountsByMobileEnd(pool, end),
    ]);
    const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
    return {
      keyword,
      orderIds: [...(byNumber === undefined ? [] : [byNumber]), ...idsOf(byPayment)],
      accountIds: idsOf(accounts),
    };
  }

  return { find };
}
