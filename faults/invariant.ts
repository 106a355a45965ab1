import { isIn, type OrderStatus } from '@recline/contract/dictionary';
import type { Facts, OrderFact } from './facts.ts';

/** An invariant of the product. `broken` returns a sentence for each violation. */
export interface Invariant {
  name: string;
  broken(facts: Facts): string[];
}

export const is = (statuses: readonly OrderStatus[]) => (order: OrderFact) => isIn(statuses, order.status);

export const groupBy = <T>(items: T[], key: (item: T) => string | null): [string, T[]][] => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups];
};
export const name = (order: OrderFact) => `order ${order.id} (${order.type}, ${order.status})`;
export const sum = (rows: { amount: number }[]): number => rows.reduce((total, { amount }) => total + amount, 0);
