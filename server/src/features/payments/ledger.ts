import type { Currency } from '@recline/contract/money';
import type { Db } from '../../platform/db.ts';
import { insertRows } from '../../platform/rows.ts';

/**
 * Every movement of money, one row each, never changed. This file is the only writer. Unique indexes ensure that a
 * movement recorded twice is one row.
 */
interface LedgerEntry {
  order_id: number | null;
  kind: 'paid' | 'refunded';
  attempt_id: number | null;
  refund_id: number | null;
  provider: string;
  amount: number;
  currency: Currency;
  provider_ref: string | null;
  at: Date;
}

const columns = {
  order_id: true,
  kind: true,
  attempt_id: true,
  refund_id: true,
  provider: true,
  amount: true,
  currency: true,
  provider_ref: true,
  at: true,
} as const;

const insert = insertRows<LedgerEntry, { attempt_id: number | null }>('ledger.insert', 'ledger', columns, {
  returning: 'attempt_id',
  onConflict: 'ON CONFLICT DO NOTHING',
});

interface Movement {
  orderId: number | null;
  amount: number;
  currency: Currency;
  at: Date;
}

/** Cash or coins taken for an order. `ref` is the coupon or the event. */
interface CashMovement extends Movement {
  provider: 'cash' | 'coin';
  ref: string;
}

/** Cash received; writes nothing for a free order. */
export async function recordCash(db: Db, { ref, ...movement }: CashMovement): Promise<void> {
  if (movement.amount > 0) await insert(db, [entryOf('paid', { ...movement, providerRef: ref })]);
}

interface PaidAttempt extends Movement {
  attemptId: number;
  provider: string;
  providerRef: string;
}

/** A payment at a provider. False if it was recorded before. */
export const recordPaid = async (db: Db, payment: PaidAttempt): Promise<boolean> =>
  (await insert(db, [entryOf('paid', payment)])).length > 0;

export interface RefundMovement extends Movement {
  refundId: number;
  attemptId: number | null;
  provider: string;
}

export async function recordRefunds(db: Db, refunds: readonly RefundMovement[]): Promise<void> {
  await insert(
    db,
    refunds.map((refund) => entryOf('refunded', refund)),
  );
}

const entryOf = (
  kind: LedgerEntry['kind'],
  movement: Movement & { provider: string; attemptId?: number | null; refundId?: number; providerRef?: string },
): LedgerEntry => ({
  order_id: movement.orderId,
  kind,
  attempt_id: movement.attemptId ?? null,
  refund_id: movement.refundId ?? null,
  provider: movement.provider,
  amount: movement.amount,
  currency: movement.currency,
  provider_ref: movement.providerRef ?? null,
  at: movement.at,
});
