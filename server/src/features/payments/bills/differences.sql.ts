import type { Currency } from '@recline/contract/money';
import { statement } from '../../../platform/db.ts';
import { insertRows } from '../../../platform/rows.ts';

export type DifferenceKind =
  | 'wrong amount'
  | 'unknown order'
  | 'unknown number'
  | 'not recorded'
  | 'not on the bill'
  | 'refund not recorded'
  | 'refund not on the bill'
  | 'refund pending'
  | 'bill totals'
  | 'bill missing';

/** Where a provider and our books differ. It is recorded once, and stays until somebody closes it with a reason. */
export interface NewDifference {
  provider: string;
  kind: DifferenceKind;
  /** Our number, the provider's id, or a day. */
  subject: string;
  order_id: number | null;
  expected: number | null;
  found: number | null;
  currency: Currency | null;
  detail: string;
  found_at: Date;
}

export const insert = insertRows<NewDifference, { id: number }>(
  'differences.insert',
  'payment_differences',
  {
    provider: true,
    kind: true,
    subject: true,
    order_id: true,
    expected: true,
    found: true,
    currency: true,
    detail: true,
    found_at: true,
  },
  { returning: 'id', onConflict: 'ON CONFLICT DO NOTHING' },
);

export interface Difference extends NewDifference {
  id: number;
  closed_at: Date | null;
  closed_by: string | null;
  close_reason: string | null;
}

/** Open differences, oldest first; including closed ones if `$1`. */
export const listDifferences = statement<Difference, [boolean]>(
  'differences.list',
  'SELECT * FROM payment_differences WHERE closed_at IS NULL OR $1 ORDER BY id',
);

export const lock = statement<Difference, [number]>(
  'differences.lock',
  'SELECT * FROM payment_differences WHERE id = $1 FOR UPDATE',
);

export const close = statement<Difference, [number, Date, string, string]>(
  'differences.close',
  'UPDATE payment_differences SET closed_at = $2, closed_by = $3, close_reason = $4 WHERE id = $1 RETURNING *',
);
