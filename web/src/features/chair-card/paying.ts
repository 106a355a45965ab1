import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import { pages, pageUrl } from '@recline/contract/pages';
import type { Pay } from '@recline/contract/starting';
import { api } from '../../platform/api.ts';
import { type BridgeOutcome, payWithAlipay, payWithWechat } from '../../platform/wallet-bridge.ts';
import { agreedVersion } from '../agreements/index.ts';
import { withSession } from '../session/index.ts';
import {
  clearRequest,
  isSettled,
  newRequestId,
  requestIdFor,
  type StartIntent,
  storePayment,
} from '../starting/index.ts';
import { isPayAddress } from './payment.ts';
import { leaveForWallet, needsWallet } from './wallet-payment.ts';

type Activated = OutputOf<Contract['starting']['activate']>;

/** Places the order: with a session where there is none, inside a wallet that of its user. */
export async function activate(intent: StartIntent): Promise<Activated> {
  try {
    if (needsWallet(intent.payType)) await leaveForWallet(intent);
    const agreed = await agreedVersion();
    const requestId = requestIdFor(intent, newRequestId);
    const answer = await withSession(() => api.starting.activate({ ...intent, requestId, agreed }));
    clearRequest();
    return answer;
  } catch (error) {
    if (isSettled(error)) clearRequest();
    throw error;
  }
}

export class PaymentNotCompleted extends Error {}

/** A code that is scanned with another phone, or with the app of the provider. */
export type PayCode = Extract<Pay, { kind: 'qr' }> & { orderId: string };

/** Where the order goes on: at an address, or by a code on this page. The sheets of wallets open on this page too. */
export async function nextStep({ orderId, status, pay }: Activated): Promise<{ address: string } | { code: PayCode }> {
  const countdown = { address: pageUrl(pages.countdown, { orderId }) };
  if (status !== 'pending' || !pay) return countdown;
  if (pay.kind === 'qr') return { code: { ...pay, orderId } };
  if (pay.kind === 'redirect') return { address: providerPage(orderId, pay.url) };
  const outcome: BridgeOutcome =
    pay.kind === 'wechat' ? await payWithWechat(pay.params) : await payWithAlipay(pay.tradeNo);
  if (outcome !== 'paid') throw new PaymentNotCompleted();
  return countdown;
}

function providerPage(orderId: string, url: string): string {
  if (!isPayAddress(url, location.href)) throw new Error('The address of the payment page is wrong');
  storePayment(orderId, url);
  return url;
}
