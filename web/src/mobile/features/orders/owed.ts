import type { Order } from '@recline/contract/orders';

/** The amount that staff must return; 0 from a server that does not report it. */
export const dueAtCounter = ({ type, owed }: Pick<Order, 'type'> & Partial<Pick<Order, 'owed'>>): number =>
  type === 'online' ? 0 : (owed ?? 0);
