import type { ProviderDeps, ProviderModule } from '../module.ts';
import { brand, type PaymentProvider, type ProviderFacts } from '../provider.ts';
import { callTimeoutMs } from '../shared/http.ts';
import { makeGateway } from './api.ts';
import { makeAlipayWallet } from './authorize.ts';
import { bill, billRows } from './bill.ts';
import { check } from './check.ts';
import { readNotice } from './notices.ts';
import { close, prepay, query } from './pay.ts';
import { queryRefund, refund } from './refunds.ts';
import { alipaySettings } from './settings.ts';

/**
 * WeChat's browser does not open Alipay's page. Bills cover days in Beijing and are available at 9:00; 10:30 to be
 * safe.
 */
const facts: ProviderFacts = {
  name: 'alipay',
  label: brand('Alipay', { zh_CN: '支付宝' }),
  currencies: ['CNY'],
  countries: ['CN'],
  browsers: ['alipay', 'other'],
  bills: { offsetMinutes: 480, readyAfterMinutes: 630 },
};

/** Alipay's payment page for phones (WAP), in key mode; the same page inside Alipay and elsewhere. */
export function makeAlipay({ settings: source, fetch, clock }: Pick<ProviderDeps, 'settings' | 'fetch' | 'clock'>): {
  provider: PaymentProvider;
} {
  const settings = alipaySettings(source);
  const gateway = makeGateway({ settings, fetch, clock, timeoutMs: callTimeoutMs });
  return {
    provider: {
      ...facts,
      prepay: (request) => prepay({ settings, clock }, request),
      readNotice: (notice) => readNotice(settings, notice),
      answer: (taken) => ({
        status: taken ? 200 : 500,
        type: 'text/plain',
        body: taken ? 'success' : 'fail',
      }),
      query: (payment) => query(gateway, payment),
      close: (payment) => close(gateway, payment),
      refund: (request) => refund(gateway, request),
      queryRefund: (id) => queryRefund(gateway, id),
      bill: (day) => bill({ gateway, fetch, clock }, day),
      readBill: billRows,
      check: () => check({ settings, gateway, clock }),
    },
  };
}

export const alipay: ProviderModule = { facts, make: makeAlipay, makeWallet: makeAlipayWallet };
