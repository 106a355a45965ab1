import type { Order } from '@recline/contract/orders';

/** What staff are to hand back; 0 from a server that does not tell. */
export const dueAtCounter = ({ type, owed }: Pick<Order, 'type'> & Partial<Pick<Order, 'owed'>>): number =>
  type === 'online' ? 0 : (owed ?? 0);
