import type { Order } from '@recline/contract/orders';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cacheOrder, observedOrderQuery } from './countdown.queries.ts';

/** Pushed changes of an order. */

const order = (changed: Partial<Order> & { servicePhone?: string }) =>
  ({ orderId: '7', status: 'running', serverTime: '2026-11-15T12:00:00.000Z', ...changed }) as Order;

function cached(client: QueryClient, orderId = '7') {
  return client.getQueryData(observedOrderQuery(orderId).queryKey);
}

test('an event that was overtaken by a newer answer changes nothing; a newer one counts', () => {
  const client = new QueryClient();
  cacheOrder(client, order({ status: 'finished' }));
  cacheOrder(client, order({ serverTime: '2026-11-15T11:59:59.999Z' }));
  expect(cached(client)?.order.status).toBe('finished');
  cacheOrder(client, order({ status: 'refunded', serverTime: '2026-11-15T12:00:00.001Z' }));
  expect(cached(client)?.order.status).toBe('refunded');
});

test('an event without the owner and the phone number keeps both', () => {
  const client = new QueryClient();
  const { queryKey } = observedOrderQuery('7');
  const first = order({ servicePhone: '400-1' });
  client.setQueryData(queryKey, { order: first, clockOffsetMs: 0, own: false });
  cacheOrder(client, order({ status: 'finished', serverTime: '2026-11-15T12:01:00.000Z' }));
  expect(cached(client)).toMatchObject({ own: false, order: { status: 'finished', servicePhone: '400-1' } });
  cacheOrder(client, order({ servicePhone: '400-2', serverTime: '2026-11-15T12:02:00.000Z' }));
  expect(cached(client)?.order.servicePhone).toBe('400-2');
});

test('an order that was not fetched yet is cached as the caller’s own, separate from others', () => {
  const client = new QueryClient();
  cacheOrder(client, order({}));
  expect(cached(client)?.own).toBe(true);
  expect(cached(client, '8')).toBeUndefined();
});
