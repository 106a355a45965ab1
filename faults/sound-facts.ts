import type { ChairEvent } from '@recline/contract/topics';
import type { Facts, LedgerFact, OrderFact } from './facts.ts';

/** Facts that violate no invariant, for tests of the invariants. */

export const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 8, minute)).toISOString();

export function order(id: string, facts: Partial<OrderFact> = {}): OrderFact {
  const usual = {
    type: 'online',
    status: 'finished',
    payType: 'sandbox',
    deviceId: 'A',
    amount: 1500,
    currency: 'CNY',
  };
  const owner = { placedBy: 7, requestId: `request-${id}`, couponNo: null, cashCouponNo: null, paidBefore: false };
  const gone = facts.status === 'failed' || facts.status === 'refunded';
  const refundedAmount = gone ? (facts.amount ?? usual.amount) : 0;
  const times = {
    overlapping: false,
    endReason: 'time',
    startedAt: at(Number(id) * 10),
    endsAt: at(Number(id) * 10 + 20),
    endedAt: null,
  };
  return { id, ...usual, refundedAmount, ...owner, ...times, endedAt: at(Number(id) * 10 + 5), ...facts } as OrderFact;
}

export const never = { startedAt: null, endsAt: null };
export const money = (
  orderId: string,
  provider: LedgerFact['provider'],
  amount: number,
  ...kinds: LedgerFact['kind'][]
) =>
  kinds.map((kind) => {
    const number = provider === 'sandbox' ? `abcdef_${orderId}_1` : null;
    return { orderId, kind, number, provider, amount, currency: 'CNY' };
  });
const refund = (orderId: string, amount: number) => ({
  orderId,
  amount,
  state: 'done' as const,
  surplus: false,
  closed: false,
});
export const payment = (orderId: string, status: 'paid' | 'declined', returned = 0) => ({
  orderId,
  number: `abcdef_${orderId}_1`,
  status,
  amount: 1500,
  returned,
});
const event = (eventId: string, body: object) =>
  ({ eventId, bootId: '1', seq: 1, at: at(0), ...body }) as unknown as ChairEvent;
const figures = () => ({ orders: 3, online: 1500, cash: 2100, gross: 5100, refunds: 1500 });

/** A day without violations, with some of everything. */
export const sound = (): Facts => ({
  orders: [
    order('1'),
    order('2', { type: 'cash_coupon', payType: 'cash', amount: 800, status: 'failed', cashCouponNo: 'N', ...never }),
    order('3', { type: 'coin', payType: 'coin', amount: 100, placedBy: null, requestId: null }),
    order('4', { type: 'cash_coupon', payType: 'cash', amount: 2000, cashCouponNo: 'K', paidBefore: true }),
    order('5', { status: 'cancelled', couponNo: 'C', ...never }),
    order('6', { status: 'refunded' }),
  ],
  ledger: [
    ...money('1', 'sandbox', 1500, 'paid'),
    ...money('2', 'cash', 800, 'paid', 'refunded'),
    ...money('3', 'coin', 100, 'paid'),
    ...money('6', 'sandbox', 1500, 'paid', 'refunded'),
  ],
  refunds: [refund('2', 800), refund('6', 1500)],
  provider: [payment('1', 'paid'), payment('5', 'declined'), payment('6', 'paid', 1500)],
  attempts: [],
  foreign: [{ sale: 'cs_1', returned: 0, recorded: false, listed: true }],
  events: ['1', '4', '6']
    .map((id) => ({ deviceId: 'A', eventId: `s${id}`, type: 'started' as const, orderId: id }))
    .concat([{ deviceId: 'A', eventId: 'c3', type: 'coin' as never, orderId: '3' }]),
  devices: [{ deviceId: 'A', totalCoins: 1, coinDifference: 0 }],
  coupons: [
    { no: 'C', voided: false, issuedFor: null },
    { no: 'K', voided: false, issuedFor: null },
    { no: 'N', voided: true, issuedFor: 7 },
  ],
  figures: {
    hours: figures(),
    days: figures(),
    months: figures(),
    fromOrders: figures(),
    statistics: figures(),
    orderList: { orders: 3, online: 1500, cash: 2100 },
  },
  connections: 17,
  chairs: [
    {
      deviceId: 'A',
      written: [
        ...['1', '4', '6'].map((orderId) => event(`s${orderId}`, { type: 'started', orderId })),
        event('c3', { type: 'coin', coins: 1, amount: 100 }),
      ],
      waiting: 0,
      totalCoins: 1,
      runs: null,
    },
  ],
  reported: {
    starts: [
      { accountId: 7, requestId: 'request-1', answers: [{ code: 200, orderId: '1', status: 'running' }] },
      { accountId: 7, requestId: 'request-2', answers: [{ code: 20206, orderId: null, status: null }] },
    ],
    stopped: ['1'],
    refunded: ['6'],
    noticesAccepted: ['1'],
    unexpected: [],
    obtained: [],
    refused: 1,
  },
});
