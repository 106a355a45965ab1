import type { Order } from '@recline/contract/orders';
import type { StopState } from '@recline/contract/values';

/** The chair's answer to a stop; null for an order that was not stopped, and from a server that does not report it. */
export const stopOf = ({ stop }: Partial<Pick<Order, 'stop'>>): StopState | null => stop ?? null;

/** A stop that the chair has not confirmed, shown as the order's state. */
export function unconfirmedStop(order: Partial<Pick<Order, 'stop'>>): Exclude<StopState, 'confirmed'> | null {
  const stop = stopOf(order);
  return stop === 'confirmed' ? null : stop;
}
