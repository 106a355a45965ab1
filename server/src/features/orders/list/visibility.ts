import type { Caller } from '../../../platform/http/caller.ts';

/** What determines which orders a caller sees; a stream keeps it up to date. */
export type OrderViewer = Pick<Caller, 'accountId' | 'permissions'> & { outletIds: readonly number[] };

interface OrderSubject {
  placed_by: number | null;
  outlet_id: number;
}

declare const checked: unique symbol;
/** An order that its reader may see. Only this file creates one, and `toOrder` accepts nothing else. */
export type Visible<Row> = Row & { readonly [checked]: true };

/**
 * Who sees an order: the account that placed it, and managers of its outlet with the permission `details`. To others it
 * does not exist. The same for list, get, stop, stream, feedback, reply and refund.
 */
export const maySeeOrder = <Row extends OrderSubject>(viewer: OrderViewer, order: Row): order is Visible<Row> =>
  order.placed_by === viewer.accountId ||
  (viewer.permissions.includes('details') && viewer.outletIds.includes(order.outlet_id));

/** Who may stop an order: the account that placed it, and any manager of its outlet. */
export const mayStopOrder = ({ accountId, outletIds }: OrderViewer, order: OrderSubject): boolean =>
  order.placed_by === accountId || outletIds.includes(order.outlet_id);

/** The holder of the key of a payment's return address sees that order. The key must have been checked. */
export const asKeyHolder = <Row extends OrderSubject>(order: Row) => order as Visible<Row>;

/** An operator of the command line, who sees the orders of these outlets. No account has the id 0. */
export const asOperator = (outletIds: number[]) =>
  ({ accountId: 0, permissions: ['details'], outletIds }) satisfies OrderViewer;
