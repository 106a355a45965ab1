import type { OrderStatus } from '@recline/contract/dictionary';
import { limits } from '@recline/contract/limits';
import { type Currency, currencies } from '@recline/contract/money';
import type { Order } from '@recline/contract/orders';
import type { Period } from '../../platform/calendar.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Pool, statement } from '../../platform/db.ts';
import { listOutlets, makeOutlets } from '../outlets/index.ts';
import { makeRevenue } from '../revenue/index.ts';
import { makeOrderList } from './order-list.service.ts';
import { placedBy } from './orders.admin.ts';

/** The managers' list of orders, for an operator: of all outlets, with the guest. */

export interface AdminListQuestion {
  outletId?: number | undefined;
  deviceId?: string | undefined;
  status?: OrderStatus | undefined;
  /** What `keyword` of the list stands for; a guest's whole number finds that guest. */
  keyword?: string | undefined;
  /** All time, if not given. */
  period?: Period | undefined;
  /** Minutes east of UTC, for named periods. */
  offset: number;
}

export type ListedOrder = Omit<Order, 'serverTime'> & {
  /** The guest's number, or the login of who placed it. */
  placedBy: string | null;
  timeZone: string;
};

interface Placed {
  id: number;
  placed_by: string | null;
  time_zone: string;
}

const placedOrders = statement<Placed, [number[]]>(
  'orders.admin.placed',
  `SELECT o.id, ${placedBy} AS placed_by, t.time_zone FROM orders o JOIN outlets t ON t.id = o.outlet_id
   LEFT JOIN accounts a ON a.id = o.placed_by WHERE o.id = ANY($1::bigint[])`,
);

const day = 24 * 3600_000;

/** The matching orders, newest first, page by page. */
export async function* listAllOrders(
  { pool, clock }: { pool: Pool; clock: Clock },
  { outletId, period, offset, ...filters }: AdminListQuestion,
): AsyncGenerator<ListedOrder[]> {
  const currency: Currency = currencies[0]; // of totals, which are not asked for
  const outlets = makeOutlets({ pool, clock, currency });
  const orders = makeOrderList({ pool, clock, outlets, revenue: makeRevenue({ pool, clock, outlets }) });
  const all = { outletIds: (await listOutlets(pool)).map((outlet) => Number(outlet.outletId)) };
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
