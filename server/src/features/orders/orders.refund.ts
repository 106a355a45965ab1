import type { Db } from '../../platform/db.ts';
import * as ledger from '../payments/ledger.ts';
import type { LifeRow } from './orders.life.sql.ts';
import * as steps from './orders.steps.ts';

/** Refunds an order inside a transaction that holds it locked. False: it is at a point where nothing can go back. */
export async function refundWithin(db: Db, order: LifeRow, reason: string, now: Date): Promise<boolean> {
  if (!(await steps.take(db, order, 'refund', { endedAt: now, reason }))) return false;
  if (order.amount > 0) await owe(db, order, reason, now);
  return true;
}

/** What was paid goes back; a cash coupon was paid for at the counter before our book knew of the order. */
async function owe(db: Db, order: LifeRow, reason: string, now: Date): Promise<void> {
  const [owed] = await ledger.owe(db, order.id, reason, now);
  if (owed) return;
  const { id: orderId, amount, currency, pay_type: provider } = order;
  await ledger.oweCash(db, { orderId, provider, amount, currency, at: now }, reason);
}
