import { type Admin, change, refuse } from '../../platform/admin.ts';
import { type Db, transaction } from '../../platform/db.ts';
import { exportConsents } from '../agreements/index.ts';
import { record } from '../audit/index.ts';
import { emptyFeedback, exportFeedback } from '../feedback/index.ts';
import { type ExportedOrder, exportOrders, openOrderOfAny, placerOf } from '../orders/index.ts';
import { emptyAttempts, emptyNotices, exportPayments, exportRefunds, openMoneyOfAny } from '../payments/index.ts';
import { eraseAccounts, exportAccounts, lockAccountsOf, lockGuest } from '../session/index.ts';
import { deleteFilesOf, exportFiles } from '../uploads/index.ts';

/** The right of an end user of access and erasure. Each feature exports and erases its own. */

/** A person, named by mobile number or, without one, by an order. */
export type Person = { mobile: string } | { orderId: number };

interface Accounts {
  ids: number[];
  mobile: string | null;
}

async function accountsOf(db: Db, person: Person): Promise<Accounts> {
  if ('orderId' in person) return { ids: await guestOf(db, person.orderId), mobile: null };
  const { mobile } = person;
  const ids = await lockAccountsOf(db, mobile);
  if (ids.length === 0) throw refuse('memberNotFound', { mobile });
  return { ids, mobile };
}

/** An order's number is no secret: it must not give access to the data of a mobile number. */
async function guestOf(db: Db, orderId: number): Promise<number[]> {
  const order = await placerOf.maybe(db, orderId);
  if (!order) throw refuse('orderNotFound', { orderId });
  const { ids, hasNumber } = await lockGuest(db, order.placed_by ?? 0);
  if (ids.length === 0) throw refuse('guestUnknown', { orderId });
  if (hasNumber) throw refuse('guestHasNumber', { orderId });
  return ids;
}

/** The orders of the guest who placed that order, for the operator to confirm the export or erasure. */
export const ordersOfGuest = (admin: Admin, orderId: number): Promise<ExportedOrder[]> =>
  transaction(admin.pool, async (db) => exportOrders(db, await guestOf(db, orderId)));

/** The name of a person in the commands' output. */
const kindOf = (person: Person): string => ('orderId' in person ? 'guest' : 'member');

/** The audit log outlives the number, so it names the account. */
const targetOf = (ids: number[]) => `account ${ids.join(', ')}`;

/** All data of a person, table by table. */
export const exportPerson = (admin: Admin, person: Person): Promise<Record<string, object[]>> =>
  transaction(admin.pool, async (db) => {
    const { ids, mobile } = await accountsOf(db, person);
    await record(db, admin.actor, `${kindOf(person)} export`, targetOf(ids), null, null);
    const orders = await exportOrders(db, ids);
    const orderIds = orders.map(({ id }) => id);
    return {
      ...(await exportAccounts(db, ids, mobile)),
      consents: await exportConsents(db, ids),
      orders,
      payments: await exportPayments(db, orderIds),
      refunds: await exportRefunds(db, orderIds),
      feedback: await exportFeedback(db, ids),
      files: await exportFiles(db, ids),
    };
  });

export interface Erased {
  accounts: number;
  wallets: number;
  sessions: number;
  feedback: number;
  notices: number;
  /** Files whose bytes must still be deleted. */
  files: { key: string; stored: string | null }[];
}

/** Erases the person and keeps the money: orders, payments and ledger stay, under an anonymous account. */
export const erasePerson = (admin: Admin, person: Person): Promise<Erased> =>
  change(admin, async (db) => {
    const { ids, mobile } = await accountsOf(db, person);
    const open = await openOrderOfAny.maybe(db, ids);
    if (open) throw refuse('memberBusy', { orderId: open.id });
    const orderIds = (await exportOrders(db, ids)).map(({ id }) => id);
    const money = mobile === null ? await openMoneyOfAny.maybe(db, orderIds) : undefined;
    if (money) throw refuse('moneyOpen', { orderId: money.order_id });
    const notices = (await emptyNotices.one(db, orderIds)).n;
    await emptyAttempts(db, orderIds);
    const feedback = (await emptyFeedback(db, ids)).length;
    const files = await deleteFilesOf(db, ids);
    const account = await eraseAccounts(db, ids, mobile, admin.clock());
    const erased = { accounts: ids.length, ...account, feedback, notices };
    await record(db, admin.actor, `${kindOf(person)} erase`, targetOf(ids), { ...erased, files: files.length }, null);
    return { ...erased, files };
  });
