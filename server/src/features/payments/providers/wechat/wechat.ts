import type { PaymentProvider } from '../../port.ts';
import type { ProviderDeps } from '../index.ts';
import { callTimeoutMs } from '../shared/http.ts';
import { bill, findBill } from './bill-download.ts';
import { check } from './check.ts';
import { makeClient } from './client.ts';
import { wechatFacts } from './facts.ts';
import { readNotice } from './notices.ts';
import { close, query } from './payments.ts';
import { makePlatformKeys } from './platform-keys.ts';
import { prepay } from './prepay.ts';
import { queryRefund, refund } from './refunds.ts';
import { wechatSettings } from './settings.ts';

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
      ...wechatFacts,
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
      bill: (day, keep) => bill(deps, day, keep),
      check: () =>
        check({ settings, now: clock(), query: (id) => query(deps, id), findBill: (day) => findBill(call, day) }),
    },
  };
}
