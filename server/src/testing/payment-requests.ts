import type { PaymentProvider } from '../features/payments/index.ts';

type PrepayRequest = Parameters<PaymentProvider['prepay']>[0];
type RefundRequest = Parameters<PaymentProvider['refund']>[0];

const noticeUrl = (provider: string) => `https://chairs.example/api/payments/notice/${provider}`;

/** A payment of 15.00 to request from a provider. */
export const prepayRequest = (provider: string, changes: Partial<PrepayRequest> = {}): PrepayRequest => ({
  key: 'ab12_1_1',
  amount: 1500,
  currency: 'CNY',
  description: '按摩 15 分钟',
  language: 'zh_CN',
  payer: { ip: '203.0.113.5', browser: 'other' },
  returnUrl: 'https://chairs.example/order?id=1&key=x',
  cancelUrl: 'https://chairs.example/',
  noticeUrl: noticeUrl(provider),
  until: new Date('2026-11-15T05:39:35Z'),
  ...changes,
});

/** A refund of 5.00 of that payment, which has the provider's number `ref`. */
export const refundRequest = (provider: string, ref: string, changes: Partial<RefundRequest> = {}): RefundRequest => ({
  payment: { key: 'ab12_1_1', ref },
  key: 'ab12_r1',
  amount: 500,
  paid: 1500,
  currency: 'CNY',
  reason: '椅子没有启动',
  noticeUrl: noticeUrl(provider),
  firstAskedAt: new Date('2026-11-15T05:29:35Z'),
  ...changes,
});
