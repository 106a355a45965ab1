import type { OrderStatus } from '@recline/contract/dictionary';
import { isIn, openStatuses } from '@recline/contract/values';
import { maySeeOrder, type OrderViewer } from '../orders/index.ts';

/** What one stream's caller may see. */
export interface Visibility extends OrderViewer {
  /** The stream follows this one order and its chair. */
  orderId: number | undefined;
  /** Chairs on which the caller has an order now; maintained by `seesOrder`. */
  ownDevices: Set<string>;
}

interface SeenOrder {
  id: number;
  device_id: string;
  outlet_id: number;
  placed_by: number | null;
  status: OrderStatus;
}

/** Besides the order itself, its chair is visible to whoever placed it while it runs. */
export function seesOrder(visibility: Visibility, order: SeenOrder): boolean {
  if (!maySeeOrder(visibility, order)) return false;
  const own = order.placed_by === visibility.accountId;
  if (visibility.orderId !== undefined && order.id !== visibility.orderId) return false;
  if (own || order.id === visibility.orderId) {
    if (isIn(openStatuses, order.status)) visibility.ownDevices.add(order.device_id);
    else visibility.ownDevices.delete(order.device_id);
  }
  return true;
}

export function seesDevice(visibility: Visibility, device: { id: string; outlet_id: number }): boolean {
  if (visibility.ownDevices.has(device.id)) return true;
  return (
    visibility.orderId === undefined &&
    visibility.permissions.includes('home') &&
    visibility.outletIds.includes(device.outlet_id)
  );
}

/** Reports about chairs are for those who see the orders of the outlet. */
export const seesReport = (visibility: Visibility, outletId: number): boolean =>
  visibility.orderId === undefined && maySeeOrder(visibility, { placed_by: null, outlet_id: outletId });
