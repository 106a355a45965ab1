import type { QueryClient } from '@tanstack/react-query';

/** Prefixes of query keys for orders, feedback on them, and sums. */
export const ordersKey = 'orders';
export const feedbackKey = 'feedback';
export const homeKey = 'home';

/** Refetches the queries that show an order after its money or its feedback changed. */
export async function refreshOrders(client: QueryClient): Promise<void> {
  const keys = [ordersKey, feedbackKey, homeKey];
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}
