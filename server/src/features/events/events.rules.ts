import type { OrderStatus } from '@recline/contract/dictionary';
import { isIn, openStatuses } from '@recline/contract/values';
import { maySeeOrder } from '../orders/index.ts';

/** What one stream's caller may see. */
export interface Visibility {
  accountId: number;
  outletIds: readonly number[];
  /** A manager who may not see the devices list gets no devices here either. */
  seesDevices: boolean;
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

/** An order is visible to its owner and its outlet's managers; its chair is visible to the owner while it runs. */
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
  return visibility.orderId === undefined && visibility.seesDevices && visibility.outletIds.includes(device.outlet_id);
}
