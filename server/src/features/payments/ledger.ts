import type { Currency } from '@recline/contract/money';
import type { Db } from '../../platform/db.ts';
import { insertInto, insertRows } from '../../platform/rows.ts';

/**
 * Every movement of money, one row each, never changed. This file is the only writer. Unique indexes make a movement
 * that is recorded twice one row.
 */
export interface LedgerEntry {
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

/** For a statement that writes entries together with what they belong to; `cashEntry` makes the rows. */
export const ledgerInsert = insertInto<LedgerEntry>('ledger', columns, 'ON CONFLICT DO NOTHING');

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

/** The entry of cash taken; none where nothing was to be paid. */
export const cashEntry = ({ ref, ...movement }: CashMovement): LedgerEntry[] =>
  movement.amount > 0 ? [entryOf('paid', { ...movement, providerRef: ref })] : [];

interface PaidAttempt extends Movement {
  attemptId: number;
  provider: string;
  providerRef: string;
}

/** Payments at providers. Returns the attempts of those that were not recorded before. */
export async function recordPayments(db: Db, payments: readonly PaidAttempt[]): Promise<number[]> {
  const entered = await insert(
    db,
    payments.map((payment) => entryOf('paid', payment)),
  );
  return entered.flatMap(({ attempt_id }) => attempt_id ?? []);
}

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
