import type { Order } from '@recline/contract/orders';
import type { Clock } from '../../platform/clock.ts';
import { readCursor, writeCursor } from '../../platform/cursor.ts';
import { type Pool, transaction } from '../../platform/db.ts';
import { fail } from '../../platform/error.ts';
import { type Caller, requireOutlet } from '../../platform/http/caller.ts';
import { parseId } from '../../platform/ids.ts';
import type { Commands } from './orders.commands.ts';
import type { FollowUp } from './orders.effects.ts';
import { lockOrder } from './orders.life.sql.ts';
import type { Life } from './orders.life.ts';
import { refundWithin } from './orders.refund.ts';
import * as sql from './orders.sql.ts';
import * as steps from './orders.steps.ts';
import { toOrder } from './orders.view.ts';

interface OrderDeps {
  pool: Pool;
  clock: Clock;
  life: Life;
  commands: Commands;
}

/** Who may see and stop an order: whoever placed it, and the managers of its outlet. To others it is not there. */
export function maySee(caller: Caller, order: { placed_by: number | null; outlet_id: number }): boolean {
  return order.placed_by === caller.accountId || caller.outletIds.includes(order.outlet_id);
}

export function makeOrders({ pool, clock, life, commands }: OrderDeps) {
  async function get(caller: Caller, orderId: string): Promise<Order & { own: boolean }> {
    const [row] = await sql.ordersById(pool, [parseId(orderId)]);
    if (!row || !maySee(caller, row)) throw fail('notFound');
    return { ...toOrder(row, clock()), own: row.placed_by === caller.accountId };
  }

  async function mine(caller: Caller, page: { limit: number; cursor?: string }) {
    const from = readCursor(page.cursor);
    const rows = await sql.ordersOfAccount(
      pool,
      caller.accountId,
      from?.micros ?? null,
      from?.id ?? null,
      page.limit + 1,
    );
    const shown = rows.slice(0, page.limit);
    const last = shown.at(-1);
    const nextCursor = last && rows.length > page.limit ? writeCursor({ micros: last.at_micros, id: last.id }) : null;
    return { rows: shown.map((row) => toOrder(row, clock())), nextCursor };
  }

  /** Ends what runs, gives up what is not running yet; an order that is over stays as it is. */
  async function stop(caller: Caller, orderId: string): Promise<Order> {
    const now = clock();
    const { order, followUp } = await transaction(pool, async (db) => {
      const order = await lockOrder.maybe(db, parseId(orderId));
      if (!order || !maySee(caller, order)) throw fail('notFound');
      const followUp: FollowUp = { settled: { orderId: order.id } };
      if (order.status === 'pending') await steps.cancel(db, order, 'given up', now);
      if (order.status === 'running') await steps.end(db, order, now, 'stopped');
      if (order.status === 'starting') {
        const settled = await steps.failStart(db, order, 'stopped', now);
        if (settled?.status === 'running') await steps.end(db, settled, now, 'stopped');
        else followUp.refund = true;
      }
      if (order.status !== 'pending' && order.ended_at === null) followUp.command = await commands.writeStop(db, order);
      return { order, followUp };
    });
    life.follow(order.device_id, followUp);
    return get(caller, orderId);
  }

  async function refund(caller: Caller, orderId: string, reason: string): Promise<Order> {
    const now = clock();
    const { order, followUp } = await transaction(pool, async (db) => {
      const order = await lockOrder.maybe(db, parseId(orderId));
      if (!order) throw fail('notFound');
      requireOutlet(caller, order.outlet_id);
      const followUp: FollowUp = {};
      if (order.status === 'refunded') return { order, followUp };
      if (!(await refundWithin(db, order, reason, now))) throw fail('conflict');
      if (order.status === 'running') followUp.command = await commands.writeStop(db, order);
      return { order, followUp: { ...followUp, settled: { orderId: order.id }, refund: true } };
    });
    life.follow(order.device_id, followUp);
    return get(caller, orderId);
  }

  return { get, mine, stop, refund };
}

export type Orders = ReturnType<typeof makeOrders>;
