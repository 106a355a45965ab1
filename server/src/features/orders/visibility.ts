import type { Caller } from '../../platform/http/caller.ts';

/** What decides about seeing orders; a stream keeps it up to date. */
export type OrderViewer = Pick<Caller, 'accountId' | 'permissions'> & { outletIds: readonly number[] };

/**
 * Who sees an order: whoever placed it, and managers of its outlet with the permission `details`. To others it does not
 * exist. The same for list, get, stream, feedback, reply and refund.
 */
export const maySeeOrder = (
  { accountId, permissions, outletIds }: OrderViewer,
  order: { placed_by: number | null; outlet_id: number },
): boolean => order.placed_by === accountId || (permissions.includes('details') && outletIds.includes(order.outlet_id));

/** Who may stop an order: whoever placed it, and any manager of its outlet. */
export const mayStopOrder = (
  { accountId, outletIds }: OrderViewer,
  order: { placed_by: number | null; outlet_id: number },
): boolean => order.placed_by === accountId || outletIds.includes(order.outlet_id);
