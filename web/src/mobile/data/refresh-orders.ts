import type { QueryClient } from '@tanstack/react-query';
import { feedbackKey, homeKey, ordersKey } from './order-keys.ts';

/** Refetches the queries that show an order after its money or its feedback changed. */
export async function refreshOrders(client: QueryClient): Promise<void> {
  const keys = [ordersKey, feedbackKey, homeKey];
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}
