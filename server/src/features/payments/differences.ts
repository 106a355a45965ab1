import type { Currency } from '@recline/contract/money';
import { type Admin, refuse } from '../../platform/admin.ts';
import { type Db, statement, transaction } from '../../platform/db.ts';
import { insertRows } from '../../platform/rows.ts';
import { record } from '../audit/index.ts';

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

/** Where a provider and our books differ. It is found once, and stays until somebody closes it with a reason. */
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

const insert = insertRows<NewDifference, { id: number }>(
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

/** Records differences; those that are known already are left alone. Returns how many are new. */
export const recordDifferences = async (db: Db, found: readonly NewDifference[]): Promise<number> =>
  (await insert(db, found)).length;

export interface Difference extends NewDifference {
  id: number;
  closed_at: Date | null;
  closed_by: string | null;
  close_reason: string | null;
}

/** Open differences, oldest first; with `$1` the closed ones too. */
export const listDifferences = statement<Difference, [boolean]>(
  'differences.list',
  'SELECT * FROM payment_differences WHERE closed_at IS NULL OR $1 ORDER BY id',
);

const lock = statement<Difference, [number]>(
  'differences.lock',
  'SELECT * FROM payment_differences WHERE id = $1 FOR UPDATE',
);

const close = statement<Difference, [number, Date, string, string]>(
  'differences.close',
  'UPDATE payment_differences SET closed_at = $2, closed_by = $3, close_reason = $4 WHERE id = $1 RETURNING *',
);

/** A difference that nobody has closed; anything else is refused. */
export async function openDifference(db: Db, id: number): Promise<Difference> {
  const found = await lock.maybe(db, id);
  if (!found || found.closed_at !== null) throw refuse('differenceNotFound', { id });
  return found;
}

/** Closes a difference, in the caller's transaction. */
export async function closeDifference(
  db: Db,
  { clock, actor }: Pick<Admin, 'clock' | 'actor'>,
  id: number,
  reason: string,
): Promise<Difference> {
  const before = await openDifference(db, id);
  const after = await close.one(db, id, clock(), actor, reason);
  await record(db, actor, 'payments differences close', `difference ${id}`, before, after);
  return after;
}

export const closeDifferenceAsAdmin = (admin: Admin, id: number, reason: string): Promise<Difference> =>
  transaction(admin.pool, (db) => closeDifference(db, admin, id, reason));
