import { until, useChairs } from './chairs.ts';
import { makeVisitor, refreshOf, type Visitor } from './page-visitor.ts';
import { useServer } from './server.ts';

export const sessionOf = (visitor: Visitor) => visitor.cookies.get('recline-session') ?? '';
export const keyOf = (visitor: Visitor) => visitor.cookies.get('recline-pay') ?? '';

/** A server, and visitors who pay there by the form of a chair's page. */
export function usePayForms() {
  const server = useServer();
  const connectChair = useChairs(server);

  const newVisitor = (headers?: Record<string, string>) => makeVisitor(server().url, headers);

  const statusOf = async (orderId: string) =>
    (await server().pool.query<{ status: string }>('SELECT status FROM orders WHERE id = $1', [orderId])).rows[0]
      ?.status;

  return {
    server,
    newVisitor,

    /** A free chair, and what its form posts. */
    async scene() {
      const outlet = await server().world.outlet();
      const chair = await connectChair(outlet);
      const { deviceId } = chair;
      const [, price] = outlet.prices;
      return { outlet, chair, deviceId, form: { deviceId, priceId: price?.priceId ?? '', payType: 'sandbox' } };
    },

    /** Somebody who has scanned the chair. */
    async scanned(deviceId: string, headers?: Record<string, string>): Promise<Visitor> {
      const visitor = newVisitor(headers);
      await visitor.scan(deviceId);
      return visitor;
    },

    async ordersOf(deviceId: string) {
      const { rows } = await server().pool.query<{ id: string; status: string; placed_by: string; pay_type: string }>(
        'SELECT id, status, placed_by, pay_type FROM orders WHERE device_id = $1 ORDER BY id',
        [deviceId],
      );
      return rows;
    },

    isRunning: (orderId: string) => until(async () => (await statusOf(orderId)) === 'running'),

    /** Pays at the sandbox's cashier, which an onward page leads to. */
    async payAtCashier(visitor: Visitor, html: string): Promise<string> {
      const cashier = refreshOf(html) ?? '';
      const body = new URLSearchParams({ decision: 'paid', notice: 'now' });
      return (await visitor.send(cashier, { method: 'POST', body })).headers.get('location') ?? '';
    },

    /** The numbers of an account's own orders. */
    mineOf: async (token: string) =>
      (await server().client.orders.mine({}, { token })).data.rows.map(({ orderId }) => orderId),
  };
}
