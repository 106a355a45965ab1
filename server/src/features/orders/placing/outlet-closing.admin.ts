import { type Admin, refuse } from '../../../platform/admin.ts';
import { isDeadlock, retry } from '../../../platform/db.ts';
import { record } from '../../audit/index.ts';
import { lockOutlet, type Outlet, setOutletClosed } from '../../outlets/index.ts';
import { change, type OrderTx, orderTransaction, withoutServer } from '../lifecycle/lifecycle.service.ts';
import { lockUnpaidOf } from '../lifecycle/lifecycle.sql.ts';

export interface ClosedOutlet extends Outlet {
  /** How many orders were cancelled because they were not paid. */
  cancelled: number;
}

/** Closes an outlet and cancels its unpaid orders. Running orders finish; money that arrives later is refunded. */
export const closeOutlet = (admin: Admin, outletId: number): Promise<ClosedOutlet> =>
  // A start that replaces an unpaid order locks the order first and the outlet second, in the opposite order.
  retry(isDeadlock, () =>
    orderTransaction(withoutServer(admin), async (tx) => {
      const before = await lockOutlet(tx.db, outletId);
      if (before.closedAt) throw refuse('outletClosed', { outletId });
      const after = await setOutletClosed(tx.db, outletId, tx.now);
      const cancelled = await cancelUnpaid(tx, outletId);
      await record(tx.db, admin.actor, 'outlet close', `outlet ${outletId}`, before, after);
      return { ...after, cancelled };
    }),
  );

async function cancelUnpaid(tx: OrderTx, outletId: number): Promise<number> {
  const unpaid = await lockUnpaidOf(tx.db, outletId);
  for (const order of unpaid) await change(tx, order, { step: 'cancel', at: tx.now, reason: 'outlet closed' });
  return unpaid.length;
}
