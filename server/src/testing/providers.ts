import { randomUUID } from 'node:crypto';
import { type ProviderName, providerNames } from '@recline/provider-simulator/core/faults';
import { type Options, type Providers, startProviders } from '@recline/provider-simulator/simulator';
import { decideAt } from '@recline/provider-simulator/testing/payer';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { noticePath } from '../features/payments/index.ts';
import type { TimingChanges } from '../timing.ts';
import { until, useChairs } from './chairs.ts';
import { untilServed } from './client.ts';
import { moneyOf } from './money.ts';
import { useServer } from './server.ts';

/** Providers that are quicker and less strict than the real ones, in this process. */
export const startTestProviders = (options: Options = {}): Promise<Providers> =>
  startProviders({ rules: { refundGapMs: 0, billsAtOnce: true }, timing: { lateMs: 300 }, ...options });

const quick: TimingChanges = { payments: { queryAfterMs: 700, everyMs: 200, backoffMs: 100 } };

/** A server with the simulated providers, for all tests of a file; planned faults are forgotten after each test. */
export function useProviders(providers: Providers, timing: TimingChanges = quick) {
  const server = useServer(
    { ...providers.settings, PAYMENT_PROVIDERS: providerNames.join(','), TRUST_PROXY: '1', LOG_LEVEL: 'warn' },
    timing,
  );
  const connectChair = useChairs(server);
  beforeAll(() => providers.stripe.registerWebhook(`${server().url}${noticePath}/stripe`));
  beforeEach(() => providers.faults.clear());
  afterAll(() => providers.stop());

  /** A guest at a free chair of an outlet with a manager. */
  async function guestAtChair(payType: ProviderName) {
    const { client, world } = server();
    const outlet = await world.outlet();
    const chair = await connectChair(outlet);
    const { token, accountId } = await world.consumer();
    // Each guest has a separate address, because unpaid orders per address are limited.
    const sent = { token, address: `10.0.${accountId >> 8}.${accountId & 255}` };
    const manager = await world.manager([outlet]);
    const request = { deviceId: chair.deviceId, priceId: outlet.prices[1]?.priceId ?? '', payType };
    const { priceId } = request;
    const place = (requestId: string = randomUUID()) =>
      untilServed(() => client.starting.activate({ ...request, requestId }, sent));
    return { chair, token, manager, priceId, place };
  }

  /** An unpaid order of 15.00, and actions on it. */
  async function pendingOrder(payType: ProviderName) {
    const { client, pool } = server();
    const guest = await guestAtChair(payType);
    const { code, message, data } = await guest.place();
    if (code !== 200) throw new Error(`no order at ${payType}: ${code} ${message}`);
    const { orderId, payUrl = '' } = data;
    const order = async () => (await client.orders.get({ orderId }, guest)).data;
    const find = 'SELECT number FROM payment_attempts WHERE order_id = $1 ORDER BY attempt';
    const number = (await pool.query<{ number: string }>(find, [orderId])).rows[0]?.number ?? '';
    /** The provider's own books of the payment. */
    const book = () => {
      const found = providers.books().find((each) => each.number === number);
      return found && { paid: found.paid, refunded: found.refunded, refunding: found.refunding };
    };
    return {
      ...guest,
      orderId,
      payUrl,
      number,
      order,
      book,
      money: async () => (await moneyOf(pool, orderId)).map(({ kind, amount }) => `${kind} ${amount}`),
      refund: (amount: number) =>
        client.orders.refund({ orderId, reason: 'sorry', amount, requestId: randomUUID() }, guest.manager),
      cancel: () => client.orders.stop({ orderId }, guest),
      pay: () => decideAt(payUrl, 'pay'),
      payAt: (url: string) => decideAt(url, 'pay'),
      running: () => until(async () => (await order()).status === 'running'),
      /** This amount was refunded at the provider, and nothing is pending. */
      returned: (amount: number) =>
        until(async () => {
          const found = book();
          return found?.refunded === amount && found.refunding === 0;
        }),
    };
  }

  /** A paid order whose chair runs. */
  async function runningOrder(payType: ProviderName) {
    const pending = await pendingOrder(payType);
    await pending.pay();
    await pending.running();
    return pending;
  }

  return { server, guestAtChair, pendingOrder, runningOrder };
}
