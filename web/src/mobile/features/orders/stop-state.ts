import type { Order } from '@recline/contract/orders';
import type { StopState } from '@recline/contract/values';

/** What the chair said to a stop; null for an order that nobody stopped, and from a server that does not tell. */
export const stopOf = ({ stop }: Partial<Pick<Order, 'stop'>>): StopState | null => stop ?? null;

/** A stop that the chair has not confirmed: the order's state is said to be that. */
export function unconfirmedStop(order: Partial<Pick<Order, 'stop'>>): Exclude<StopState, 'confirmed'> | null {
  const stop = stopOf(order);
  return stop === 'confirmed' ? null : stop;
}
