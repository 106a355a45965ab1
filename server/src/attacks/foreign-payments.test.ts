import { beforeEach, expect, it } from 'vitest';
import { until } from '../testing/chairs.ts';
import { startTestProviders, useProviders } from '../testing/providers.ts';

/** A buyer of another product of the same Stripe account writes a guest's payment number into the payment link. */

const providers = await startTestProviders();
const { server, pendingOrder } = useProviders(providers);

const noticesNow = async () =>
  (await server().pool.query<{ id: number }>('SELECT id FROM payment_notices')).rows.length;
let before = 0;
beforeEach(async () => {
  before = await noticesNow();
});

/** Pays the link and judges its notice. Returns the outcome and whether Stripe resends the notice. */
async function payLink(reference: string, sale: { amount: number; currency: string }) {
  await providers.stripe.sellByLink({ reference, ...sale }).told;
  await until(async () => (await noticesNow()) > before);
  const newest = 'SELECT outcome FROM payment_notices ORDER BY id DESC LIMIT 1';
  const outcome = async () => (await server().pool.query<{ outcome: string }>(newest)).rows[0]?.outcome;
  await until(async () => (await outcome()) !== null);
  return outcome();
}

const differencesOf = async (subject: string) =>
  (await server().pool.query('SELECT kind, found FROM payment_differences WHERE subject = $1', [subject])).rows;
const refundsOf = async (orderId: string) =>
  (await server().pool.query('SELECT FROM refunds WHERE order_id = $1', [orderId])).rowCount;

it.each([1, 1500])(
  'a foreign sale of %i under a guest’s number is listed, moves nothing, and the guest’s own payment starts the chair',
  async (amount) => {
    const guest = await pendingOrder('stripe');
    expect(await payLink(guest.number, { amount, currency: 'cny' })).toBe('ignored');
    expect((await guest.order()).status).toBe('pending');
    expect(await guest.money()).toEqual([]);
    expect(await differencesOf(guest.number)).toEqual([{ kind: 'unknown number', found: amount }]);
    await guest.pay();
    await guest.running();
    expect(await guest.money()).toEqual(['paid 1500']);
    expect(await refundsOf(guest.orderId)).toBe(0);
  },
);

it('a foreign sale under the number of a paid order moves nothing', async () => {
  const guest = await pendingOrder('stripe');
  await guest.pay();
  await guest.running();
  before = await noticesNow();
  expect(await payLink(guest.number, { amount: 1500, currency: 'cny' })).toBe('ignored');
  expect(await guest.money()).toEqual(['paid 1500']);
  expect(guest.book()).toMatchObject({ refunded: 0, refunding: 0 });
});

it.each([
  ['another shop’s reference', 'cart-17', 'cny'],
  ['another currency', 'cart-18', 'usd'],
])('a foreign sale with %s is ignored, and listed as no difference', async (_case, reference, currency) => {
  expect(await payLink(reference, { amount: 1500, currency })).toBe('ignored');
  expect(await differencesOf(reference)).toEqual([]);
});
