import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import { pages, pageUrl } from '@recline/contract/pages';
import { loadCode } from '../../../platform/load-code.ts';
import { isPayAddress } from './pay-address.ts';
import type { PayCode, PayCodeSheet } from './pay-code-sheet.tsx';
import { type BridgeOutcome, payWithAlipay, payWithWechat } from './wallet-bridge.ts';

/** Few people pay by a code, so its sheet is loaded on demand. */
const loadSheet = async () => (await loadCode(() => import('./pay-code-sheet.tsx'))).PayCodeSheet;

export class PaymentNotCompleted extends Error {}

/** A code and the sheet that shows it. */
export type ShownCode = PayCode & { Sheet: typeof PayCodeSheet };

type Payable = OutputOf<Contract['starting']['pay']>;

/** `isCashier`: the address is the provider's page. */
type NextStep = { address: string; isCashier: boolean } | { code: ShownCode };

/** Continues the payment: at an address, or by a code on this page. The sheets of wallets open on this page too. */
export async function nextStep({ orderId, status, pay }: Payable): Promise<NextStep> {
  const countdown = { address: pageUrl(pages.countdown, { orderId }), isCashier: false };
  if (status !== 'pending' || !pay) return countdown;
  if (pay.kind === 'qr') return { code: { ...pay, orderId, Sheet: await loadSheet() } };
  if (pay.kind === 'redirect') return { address: providerPage(pay.url), isCashier: true };
  const outcome: BridgeOutcome =
    pay.kind === 'wechat' ? await payWithWechat(pay.params) : await payWithAlipay(pay.tradeNo);
  if (outcome !== 'paid') throw new PaymentNotCompleted();
  return countdown;
}

function providerPage(url: string): string {
  if (!isPayAddress(url, location.href)) throw new Error('The address of the payment page is wrong');
  return url;
}
