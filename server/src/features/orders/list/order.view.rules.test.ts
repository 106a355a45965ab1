import { type OrderStatus, orderStatuses, type PaymentStatus } from '@recline/contract/values';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stillOwed } from '../lifecycle/ending.rules.ts';
import { type PaymentFacts, paymentOf } from './order.view.rules.ts';
import { type OrderRow, toOrder } from './order.view.ts';
import { asKeyHolder } from './visibility.ts';

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

const owing = { type: 'online', stop: null, owed_amount: 500, refunded_amount: 0 } as const;

it.each([
  ['online, which goes back by itself', {}, 0],
  ['online, while its chair has not answered', { stop: 'asked' }, 500],
  ['online, where its chair never answered', { stop: 'unanswered' }, 500],
  ['online, once its chair has answered', { stop: 'confirmed' }, 0],
  ['in cash', { type: 'cash_coupon' }, 500],
  ['by a coin, of which part went back', { type: 'coin', refunded_amount: 200 }, 300],
  ['in cash, of which all went back', { type: 'cash_coupon', refunded_amount: 500 }, 0],
  ['in cash, of which more went back', { type: 'cash_coupon', refunded_amount: 900 }, 0],
] as const)('the counter still owes this part of an order paid %s', (_case, changed, owed) => {
  expect(stillOwed({ ...owing, ...changed })).toBe(owed);
});

const noon = '2026-11-15 12:00:00+00';
const row = {
  id: 42,
  order_no: '20261115-42',
  type: 'online',
  status: 'finished',
  pay_type: 'sandbox',
  device_id: 'A1',
  device_name: 'chair',
  outlet_id: 3,
  outlet_name: 'Plaza',
  time_zone: 'Asia/Shanghai',
  service_phone: null,
  placed_by: 7,
  gear: 'deep',
  minutes: 30,
  amount: 1500,
  refunded_amount: 0,
  currency: 'CNY',
  coupon_no: null,
  coupon_property: null,
  cash_coupon_no: null,
  created_at: noon,
  started_at: noon,
  ends_at: noon,
  ended_at: noon,
  end_reason: null,
  stop: null,
  owed_amount: 0,
  feedback_id: null,
  confirming: false,
  refunds: null,
} as unknown as OrderRow;
const shown = (changed: object = {}) =>
  toOrder(asKeyHolder({ ...row, ...changed }), new Date('2026-11-15T13:00:00.000Z'));

it('an order is sent with its numbers as text and its times in UTC', () => {
  expect(shown()).toMatchObject({
    orderId: '42',
    outletId: '3',
    payment: 'paid',
    refunds: [],
    createdAt: '2026-11-15T12:00:00.000Z',
    startedAt: '2026-11-15T12:00:00.000Z',
    endsAt: '2026-11-15T12:00:00.000Z',
    endedAt: '2026-11-15T12:00:00.000Z',
    feedbackId: null,
    owed: 0,
    serverTime: '2026-11-15T13:00:00.000Z',
  });
  expect(shown({ started_at: null, ends_at: null, ended_at: null, feedback_id: 5 })).toMatchObject({
    startedAt: null,
    endsAt: null,
    endedAt: null,
    ending: null,
    feedbackId: '5',
  });
});

it('money is on its way back while one of its refunds is pending', () => {
  const refund = (state: string) => ({ amount: 100, state, way: 'sandbox', at: noon });
  const payment = (...states: string[]) => shown({ refunded_amount: 200, refunds: states.map(refund) }).payment;
  expect(payment('done', 'due')).toBe('refunding');
  expect(payment('done', 'done')).toBe('partly_refunded');
  expect(shown({ refunded_amount: 100, refunds: [refund('done')] }).refunds).toEqual([
    { amount: 100, state: 'done', way: 'sandbox', at: '2026-11-15T12:00:00.000Z' },
  ]);
});
