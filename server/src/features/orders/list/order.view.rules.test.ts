import { type OrderStatus, orderStatuses, type PaymentStatus } from '@recline/contract/values';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PaymentFacts, paymentOf } from './order.view.rules.ts';

const facts = (status: OrderStatus, changes: Partial<PaymentFacts> = {}): PaymentFacts => ({
  status,
  amount: 1500,
  refunded_amount: 0,
  confirming: false,
  refunding: false,
  ...changes,
});

it.each<[string, PaymentFacts, PaymentStatus]>([
  ['that costs nothing', facts('running', { amount: 0 }), 'none'],
  ['that awaits payment', facts('pending'), 'waiting'],
  ['whose payer came back', facts('pending', { confirming: true }), 'confirming'],
  ['that starts', facts('starting'), 'paid'],
  ['that runs', facts('running'), 'paid'],
  ['that nobody paid', facts('cancelled'), 'none'],
  ['that failed, paid by a coupon sold before', facts('failed'), 'none'],
  ['that failed, with the money on its way', facts('failed', { refunded_amount: 1500, refunding: true }), 'refunding'],
  ['that was paid too late', facts('cancelled', { refunded_amount: 1500 }), 'refunded'],
  ['of which part went back', facts('finished', { refunded_amount: 500 }), 'partly_refunded'],
  ['that was refunded', facts('refunded', { refunded_amount: 1500 }), 'refunded'],
])('the payment of an order %s has its status', (_order, order, expected) => {
  expect(paymentOf(order)).toBe(expected);
});

it('a payment is refunded only if everything was returned, and paid only if nothing was', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...orderStatuses),
      fc.nat(2000),
      fc.nat(2000),
      fc.boolean(),
      (status, amount, given, refunding) => {
        const refunded_amount = Math.min(amount, given);
        const payment = paymentOf(facts(status, { amount, refunded_amount, refunding }));
        if (payment === 'refunded') expect(refunded_amount).toBe(amount);
        if (payment === 'paid') expect(refunded_amount).toBe(0);
      },
    ),
  );
});
