import type { OrderStatus } from '@recline/contract/dictionary';
import { isActive } from '../orders/orders.rules.ts';

/** What one stream's caller may see. */
export interface Sight {
  accountId: number;
  outletIds: readonly number[];
  /** A manager who may not see the devices list gets no devices here either. */
  seesDevices: boolean;
  /** The stream follows this one order and its chair. */
  orderId: number | undefined;
  /** Chairs on which the caller has an order now; kept up by `seesOrder`. */
  ownDevices: Set<string>;
}

interface SeenOrder {
  id: number;
  device_id: string;
  outlet_id: number;
  placed_by: number | null;
  status: OrderStatus;
}

/** An order shows to whoever placed it and to its outlet's managers; the chair of one's own order shows while it runs. */
export function seesOrder(sight: Sight, order: SeenOrder): boolean {
  const own = order.placed_by === sight.accountId;
  if (!own && !sight.outletIds.includes(order.outlet_id)) return false;
  if (sight.orderId !== undefined && order.id !== sight.orderId) return false;
  if (own || order.id === sight.orderId) {
    if (isActive(order.status)) sight.ownDevices.add(order.device_id);
    else sight.ownDevices.delete(order.device_id);
  }
  return true;
}

export function seesDevice(sight: Sight, device: { id: string; outlet_id: number }): boolean {
  if (sight.ownDevices.has(device.id)) return true;
  return sight.orderId === undefined && sight.seesDevices && sight.outletIds.includes(device.outlet_id);
}
