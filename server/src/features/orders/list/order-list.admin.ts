import type { OrderStatus } from '@recline/contract/dictionary';
import { limits } from '@recline/contract/limits';
import { type Currency, currencies } from '@recline/contract/money';
import type { Order } from '@recline/contract/orders';
import type { Period } from '../../../platform/calendar.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Pool } from '../../../platform/db.ts';
import { listOutlets, makeOutlets } from '../../outlets/index.ts';
import { makeRevenue } from '../../revenue/index.ts';
import { makeOrderList } from './order-list.service.ts';
import { placedOrders } from './orders.admin.sql.ts';
import { asOperator } from './visibility.ts';

/** The managers' list of orders, for an operator: of all outlets, with the guest. */

export interface AdminListQuestion {
  outletId?: number | undefined;
  deviceId?: string | undefined;
  status?: OrderStatus | undefined;
  /** As `keyword` of the list; a guest's whole number finds that guest. */
  keyword?: string | undefined;
  /** All time, if not given. */
  period?: Period | undefined;
  /** Minutes east of UTC, for named periods. */
  offset: number;
  /** The default country for mobile numbers without a calling code. */
  country: string;
}

export type ListedOrder = Omit<Order, 'serverTime'> & {
  /** The guest's number, or the login of the account that placed it. */
  placedBy: string | null;
  timeZone: string;
};

const day = 24 * 3600_000;

/** The matching orders, newest first, page by page. */
export async function* listAllOrders(
  { pool, clock }: { pool: Pool; clock: Clock },
  { outletId, period, offset, country, ...filters }: AdminListQuestion,
): AsyncGenerator<ListedOrder[]> {
  const currency: Currency = currencies[0]; // only totals have it, and none are requested
  const outlets = makeOutlets({ pool, clock, currency });
  const orders = makeOrderList({ pool, clock, outlets, revenue: makeRevenue({ pool, clock, outlets }), country });
  const all = asOperator((await listOutlets(pool)).map((outlet) => Number(outlet.outletId)));
  const ever = { period: 'custom', start: new Date(0), end: new Date(clock().getTime() + day) } as const;
  const asked = {
    ...filters,
    ...(period ?? ever),
    limit: limits.pageMax,
    ...(outletId !== undefined && { outletId: String(outletId) }),
  };
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = await orders.list(all, { ...asked, cursor }, offset);
    yield await withGuests(pool, rows);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

async function withGuests(pool: Pool, orders: Order[]): Promise<ListedOrder[]> {
  const ids = orders.map(({ orderId }) => Number(orderId));
  const placed = new Map((await placedOrders(pool, ids)).map((row) => [String(row.id), row]));
  return orders.map(({ serverTime: _now, ...order }) => {
    const { placed_by = null, time_zone = 'UTC' } = placed.get(order.orderId) ?? {};
    return { ...order, placedBy: placed_by, timeZone: time_zone };
  });
}
