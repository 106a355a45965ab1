import type { PaymentProvider } from '../../port.ts';
import type { ProviderDeps } from '../index.ts';
import { callTimeoutMs } from '../shared/http.ts';
import { bill, findBill } from './bill-download.ts';
import { check } from './check.ts';
import { alipayFacts } from './facts.ts';
import { makeGateway } from './gateway.ts';
import { readNotice } from './notices.ts';
import { close, prepay, query } from './payments.ts';
import { queryRefund, refund } from './refunds.ts';
import { alipaySettings } from './settings.ts';

/** Alipay's payment page for phones (WAP), in key mode; the same page inside Alipay and elsewhere. */
export function makeAlipay({ settings: source, fetch, clock }: Pick<ProviderDeps, 'settings' | 'fetch' | 'clock'>): {
  provider: PaymentProvider;
} {
  const settings = alipaySettings(source);
  const gateway = makeGateway({ settings, fetch, clock, timeoutMs: callTimeoutMs });
  return {
    provider: {
      ...alipayFacts,
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
      bill: (day, keep) => bill({ gateway, fetch, clock }, day, keep),
      check: () =>
        check({
          settings,
          now: clock(),
          query: (id) => query(gateway, id),
          findBill: (day) => findBill(gateway, day),
        }),
    },
  };
}
