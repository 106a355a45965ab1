import type { ProviderDeps, ProviderModule } from '../module.ts';
import { brand, type PaymentProvider, type ProviderFacts } from '../provider.ts';
import { callTimeoutMs } from '../shared/http.ts';
import { makeClient, makePlatformKeys } from './api.ts';
import { makeWechatWallet } from './authorize.ts';
import { bill, billRows } from './bill.ts';
import { check } from './check.ts';
import { readNotice } from './notices.ts';
import { close, prepay, query } from './pay.ts';
import { queryRefund, refund } from './refunds.ts';
import { wechatSettings } from './settings.ts';

/**
 * In Alipay's browser WeChat's page does not open. Bills cover days in Beijing and are available at 10:00; 10:30 to be
 * safe.
 */
const facts: ProviderFacts = {
  name: 'wechat',
  label: brand('WeChat Pay', { zh_CN: '微信支付' }),
  currencies: ['CNY'],
  countries: ['CN'],
  browsers: ['wechat', 'other'],
  bills: { offsetMinutes: 480, readyAfterMinutes: 630 },
};

/** WeChat Pay, API v3, for a direct merchant. */
export function makeWechat(
  { settings: source, fetch, clock, log }: Pick<ProviderDeps, 'settings' | 'fetch' | 'clock' | 'log'>,
  timeoutMs = callTimeoutMs,
): { provider: PaymentProvider } {
  const settings = wechatSettings(source);
  const transport = { settings, fetch, clock, timeoutMs };
  const keys = makePlatformKeys({ ...transport, log });
  const call = makeClient({ ...transport, keys });
  const deps = { ...transport, call, keys };
  return {
    provider: {
      ...facts,
      prepay: (request) => prepay(deps, request),
      readNotice: (notice) => readNotice(deps, notice),
      answer: (taken) =>
        taken
          ? { status: 204, body: '' }
          : { status: 500, type: 'application/json', body: '{"code":"FAIL","message":"not taken"}' },
      query: (payment) => query(deps, payment),
      close: (payment) => close(deps, payment),
      refund: (request) => refund(call, request),
      queryRefund: (id) => queryRefund(call, id),
      bill: (day) => bill(deps, day),
      readBill: billRows,
      check: () => check(deps),
    },
  };
}

export const wechat: ProviderModule = { facts, make: makeWechat, makeWallet: makeWechatWallet };
