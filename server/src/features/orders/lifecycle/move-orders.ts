import type { Db } from '../../../platform/db.ts';
import { change, committed, joinTransaction, type OrderStore } from './lifecycle.service.ts';
import { lockOrder, lockOrders, moveToAccount, unpaidOf } from './lifecycle.sql.ts';

/** Moves an account's orders to another. Only one may await payment afterwards, so only the newest is kept. */
export const moveOrders =
  (store: OrderStore) =>
  async (db: Db, from: number, to: number): Promise<() => void> => {
    const tx = joinTransaction(store, db);
    const [, ...older] = await unpaidOf(db, [from, to]);
    const ids = older.map(({ id }) => id);
    await lockOrders(db, ids);
    for (const id of ids) {
      const order = await lockOrder(db, id);
      if (order) await change(tx, order, { step: 'cancel', at: tx.now, reason: 'replaced' });
    }
    await moveToAccount(db, from, to);
    return () => committed(store, tx);
  };
