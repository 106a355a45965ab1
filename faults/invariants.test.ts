import { describe, expect, it } from 'vitest';
import type { Facts, LedgerFact, OrderFact } from './facts.ts';
import { allOver, invariants, violationsIn } from './invariants.ts';
import { at, money, never, order, payment, sound } from './sound-facts.ts';
import { stolen } from './stranger-invariants.ts';

const orderOf = (facts: Facts, id: string) => facts.orders.find((each) => each.id === id) as OrderFact;
const forget = (facts: Facts, id: string, kind: LedgerFact['kind']) => {
  facts.ledger = facts.ledger.filter((row) => row.orderId !== id || row.kind !== kind);
};

type Breakage = [invariant: string, what: string, spoil: (facts: Facts) => unknown];

const breakages: Breakage[] = [
  [
    'no chair has two orders',
    'hold it',
    ({ orders }) => orders.push(order('7', { status: 'running' }), order('8', { status: 'starting', ...never })),
  ],
  ['no chair has two orders', 'ran at once', (facts) => Object.assign(orderOf(facts, '4'), { startedAt: at(12) })],
  ['what was paid', 'no refund of a start that failed', (facts) => forget(facts, '2', 'refunded')],
  ['what was paid', 'a refund of what ran', ({ ledger }) => ledger.push(...money('1', 'sandbox', 1500, 'refunded'))],
  ['what was paid', 'a run that nobody paid', (facts) => forget(facts, '1', 'paid')],
  ['what was paid', 'a refund that never came', (facts) => forget(facts, '6', 'refunded')],
  ['what was paid', 'a minor unit too few', ({ ledger }) => Object.assign(ledger[0] ?? {}, { amount: 1499 })],
  [
    "the provider's books",
    'money that we know nothing of',
    ({ provider }) => Object.assign(provider[1] ?? {}, { status: 'paid' }),
  ],
  [
    "the provider's books",
    'a refund it never made',
    ({ provider }) => Object.assign(provider[2] ?? {}, { returned: 0 }),
  ],
  ["the provider's books", 'another amount', ({ provider }) => Object.assign(provider[0] ?? {}, { amount: 1 })],
  [
    "the provider's books",
    'a payment of its own',
    ({ provider }) => provider.push({ ...payment('9', 'paid'), orderId: null } as never),
  ],
  [
    'ledger, orders, statistics and the providers',
    'the provider returned more',
    ({ provider }) => Object.assign(provider[0] ?? {}, { returned: 1 }),
  ],
  [
    'ledger, orders, statistics and the providers',
    'the statistics have less',
    (facts) => Object.assign(facts.figures.statistics, { online: 1499 }),
  ],
  ['the ledger', 'a payment twice', ({ ledger }) => ledger.push(...money('1', 'sandbox', 1500, 'paid'))],
  ['the ledger', 'another currency', ({ ledger }) => Object.assign(ledger[0] ?? {}, { currency: 'RM' })],
  ['the ledger', 'a refund that nobody requested', (facts) => facts.refunds.pop()],
  [
    'the ledger',
    'a refund that the order does not count',
    (facts) => Object.assign(orderOf(facts, '6'), { refundedAmount: 0 }),
  ],
  ['money that is not ours', 'a refund', ({ foreign }) => Object.assign(foreign[0] ?? {}, { returned: 1 })],
  ['money that is not ours', 'taken', ({ foreign }) => Object.assign(foreign[0] ?? {}, { recorded: true })],
  ['money that is not ours', 'unnoticed', ({ foreign }) => Object.assign(foreign[0] ?? {}, { listed: false })],
  ['nobody but its chair', 'another chair', ({ events }) => Object.assign(events[0] ?? {}, { deviceId: 'B' })],
  ['nobody but its chair', 'an end', (facts) => Object.assign(orderOf(facts, '1'), { endReason: stolen })],
  ['nobody but its chair', 'an answer', ({ reported }) => reported.obtained.push('an order')],
  ['no coin', 'lost', (facts) => facts.orders.splice(2, 1)],
  ['no coin', 'twice', ({ orders }) => orders.push(order('7', { type: 'coin', amount: 100 }))],
  ['no coin', 'of another amount', (facts) => Object.assign(orderOf(facts, '3'), { amount: 200 })],
  ['no coin', 'not counted', ({ devices }) => Object.assign(devices[0] ?? {}, { coinDifference: 1 })],
  [
    'what was paid under a number',
    'two payments are kept',
    ({ ledger }) =>
      ledger.push(...money('1', 'sandbox', 1500, 'paid').map((row) => ({ ...row, number: 'abcdef_1_2' }))),
  ],
  [
    'what was paid under a number',
    'more went back than was paid',
    ({ ledger }) => ledger.push(...money('6', 'sandbox', 1, 'refunded')),
  ],
  ['no coupon', 'twice', ({ orders }) => orders.push(order('7', { cashCouponNo: 'K' }))],
  ['no coupon', 'lost', ({ coupons }) => Object.assign(coupons[0] ?? {}, { voided: true })],
  ['no coupon', 'good though its cash went back', ({ coupons }) => Object.assign(coupons[2] ?? {}, { voided: false })],
  ['the statistics', 'hours', (facts) => Object.assign(facts.figures.hours, { orders: 4 })],
  ['the statistics', 'days', (facts) => Object.assign(facts.figures.days, { online: 0 })],
  ['the statistics', 'gross', (facts) => Object.assign(facts.figures.days, { gross: 0 })],
  ['the statistics', 'refunds', (facts) => Object.assign(facts.figures.statistics, { refunds: 0 })],
  ['the statistics', 'months', (facts) => Object.assign(facts.figures.months, { cash: 0 })],
  ['the statistics', 'in the answer', (facts) => Object.assign(facts.figures.statistics, { orders: 0 })],
  ['the statistics', 'in the order list', (facts) => Object.assign(facts.figures.orderList, { online: 1 })],
  ['what a chair did', 'an event is gone', (facts) => facts.events.shift()],
  ['what a chair did', 'it still waits', ({ chairs }) => Object.assign(chairs[0] ?? {}, { waiting: 1 })],
  ['what a chair did', 'a run that never was', ({ chairs }) => chairs[0]?.written.shift()],
  ['what a chair did', 'it runs what is over', ({ chairs }) => Object.assign(chairs[0] ?? {}, { runs: '2' })],
  [
    'what people were told',
    'a request made two orders',
    ({ orders }) => orders.push(order('7', { requestId: 'request-1' })),
  ],
  ['what people were told', 'the order is gone', (facts) => facts.orders.shift()],
  ['what people were told', 'it never ran', (facts) => Object.assign(orderOf(facts, '1'), never)],
  ['what people were told', 'it did start', (facts) => Object.assign(orderOf(facts, '2'), { status: 'running' })],
  [
    'what people were told',
    'it was paid',
    ({ reported }) => reported.starts[0]?.answers.push({ code: 20401, orderId: null, status: null }),
  ],
  ['what people were told', 'it goes on', (facts) => Object.assign(orderOf(facts, '1'), { status: 'running' })],
  ['what people were told', 'not refunded', (facts) => Object.assign(orderOf(facts, '6'), { status: 'finished' })],
  ['what people were told', 'the notice was forgotten', (facts) => forget(facts, '1', 'paid')],
  [
    'what people were told',
    'an answer that nobody should get',
    ({ reported }) => reported.unexpected.push('stop was answered with 500'),
  ],
  ['nothing is stuck', 'starting', (facts) => Object.assign(orderOf(facts, '1'), { status: 'starting' })],
  ['nothing is stuck', 'a refund', ({ refunds }) => Object.assign(refunds[0] ?? {}, { state: 'asked' })],
  ['a server has no more connections', 'one too many', (facts) => Object.assign(facts, { connections: 18 })],
];

describe('the invariants', () => {
  it('hold for consistent facts', () => {
    expect(violationsIn(sound(), [...invariants, allOver])).toEqual([]);
  });

  it.each(breakages)('%s is violated by: %s', (invariant, _what, spoil) => {
    const facts = sound();
    spoil(facts);
    expect(violationsIn(facts).filter((line) => line.startsWith(invariant))).not.toEqual([]);
  });

  it.each(['pending', 'starting', 'running'] as const)(
    'every order and every payment ends: an order that is still %s hours later violates it',
    (status) => {
      const facts = sound();
      Object.assign(orderOf(facts, '1'), { status });
      expect(violationsIn(facts, [allOver])).toHaveLength(1);
    },
  );

  it('every order and every payment ends: a payment that is still open hours later violates it', () => {
    const facts = sound();
    facts.attempts.push({ number: 'abcdef_1_2', orderId: '1', provider: 'wechat', state: 'open' });
    expect(violationsIn(facts, [allOver])).toHaveLength(1);
  });

  it('are each covered by a case here', () => {
    for (const { name } of invariants)
      expect(
        breakages.some(([invariant]) => name.startsWith(invariant)),
        name,
      ).toBe(true);
  });
});
