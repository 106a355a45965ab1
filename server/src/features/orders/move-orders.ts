import { type Db, statement } from '../../platform/db.ts';
import { transition } from './lifecycle.ts';
import type { OrderDeps } from './orders.service.ts';

const unpaidOf = statement<{ id: number }, [number[]]>(
  'orders.unpaidOfAccounts',
  `SELECT id FROM orders WHERE placed_by = ANY($1::bigint[]) AND status = 'pending' ORDER BY id DESC`,
);
/** Not the orders whose request the other account made as well. */
const move = statement<never, [number, number]>(
  'orders.move',
  `UPDATE orders o SET placed_by = $2 WHERE placed_by = $1
     AND NOT EXISTS (SELECT FROM orders p WHERE p.placed_by = $2 AND p.request_id = o.request_id)`,
);

/** Gives an account's orders to another. Only one order may await payment afterwards: the newest stays. */
export const moveOrders =
  ({ clock, timing, followUp }: Pick<OrderDeps, 'clock' | 'timing' | 'followUp'>) =>
  async (db: Db, from: number, to: number): Promise<() => void> => {
    const [, ...older] = await unpaidOf(db, [from, to]);
    const now = clock();
    const cancellations = older.map(
      ({ id }) => ({ orderId: id, step: 'cancel', at: now, reason: 'replaced' }) as const,
    );
    const applied = await transition(db, { now, startWaitMs: timing.startWaitMs }, cancellations);
    await move(db, from, to);
    return () => followUp(applied);
  };
