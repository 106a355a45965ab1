import type { OrderStatus } from '@recline/contract/dictionary';
import { isIn, openStatuses } from '@recline/contract/values';
import { maySeeOrder, type OrderViewer, type Visible } from '../orders/index.ts';

/** What one stream's caller may see. */
export interface Visibility extends OrderViewer {
  /** The stream is limited to this one order and its chair. */
  orderId: number | undefined;
  /** Chairs shown because of an open order on them, each with that order; maintained by `seesOrder`. */
  ownDevices: Map<string, OrderSubject>;
}

/** What decides who sees an order. */
type OrderSubject = Pick<SeenOrder, 'placed_by' | 'outlet_id'>;

interface SeenOrder {
  id: number;
  device_id: string;
  outlet_id: number;
  placed_by: number | null;
  status: OrderStatus;
}

/**
 * Besides the order itself, its chair is visible while it runs: to the account that placed it, and to a stream of that
 * order.
 */
export function seesOrder<Row extends SeenOrder>(visibility: Visibility, order: Row): order is Visible<Row> {
  const { accountId, orderId, ownDevices } = visibility;
  if (orderId !== undefined && order.id !== orderId) return false;
  const isVisible = maySeeOrder(visibility, order);
  if (order.placed_by === accountId || order.id === orderId) {
    const { device_id, placed_by, outlet_id } = order;
    if (isVisible && isIn(openStatuses, order.status)) ownDevices.set(device_id, { placed_by, outlet_id });
    else ownDevices.delete(device_id);
  }
  return isVisible;
}

/** A chair that is shown because of its order is no longer shown once the caller may no longer see that order. */
export function seesDevice(visibility: Visibility, device: { id: string; outlet_id: number }): boolean {
  const order = visibility.ownDevices.get(device.id);
  if (order && maySeeOrder(visibility, order)) return true;
  return (
    visibility.orderId === undefined &&
    visibility.permissions.includes('home') &&
    visibility.outletIds.includes(device.outlet_id)
  );
}

/** The income of an outlet is for those who may open the overview. */
export const seesIncome = ({ orderId, permissions, outletIds }: Visibility, outletId: number): boolean =>
  orderId === undefined && permissions.includes('home') && outletIds.includes(outletId);

/** Reports about chairs are for those who may see the orders of the outlet. */
export const seesReport = (visibility: Visibility, outletId: number): boolean =>
  visibility.orderId === undefined && maySeeOrder(visibility, { placed_by: null, outlet_id: outletId });
