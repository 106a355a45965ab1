import type { Contract } from '@recline/contract';
import type { OutputOf } from '@recline/contract/call';
import { errors } from '@recline/contract/errors';
import { pages, pageUrl } from '@recline/contract/pages';
import { useEffect, useState } from 'react';
import { api } from '../../platform/api.ts';
import { ApiError, hasCode } from '../../platform/api-error.ts';
import { useText } from '../../platform/text.tsx';
import { payWithWechat } from '../../platform/wallet-bridge.ts';
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
import { refusalOf } from './coupon-refusal.ts';
import { isPayAddress } from './payment.ts';

type Activated = OutputOf<Contract['starting']['activate']>;

async function activate(intent: StartIntent): Promise<Activated> {
  try {
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

class PaymentNotCompleted extends Error {}

/** Where the order goes on: at the provider, or on the countdown. WeChat's own sheet opens on this page. */
async function nextAddress({ orderId, status, pay, payUrl }: Activated): Promise<string> {
  const countdown = pageUrl(pages.countdown, { orderId });
  if (status !== 'pending') return countdown;
  if (pay?.kind === 'wechat') {
    if ((await payWithWechat(pay.params)) !== 'paid') throw new PaymentNotCompleted();
    return countdown;
  }
  if (!payUrl) return countdown;
  if (!isPayAddress(payUrl, location.href)) throw new Error('The address of the payment page is wrong');
  storePayment(orderId, payUrl);
  return payUrl;
}

const wrongOutlet = pageUrl(pages.error, { errType: 'branch' });

type Phase = 'idle' | 'starting' | 'leaving';

/** Pays for the chair with one tap: a session where there is none, the order, then the provider. */
export function usePay(refresh: () => Promise<void>) {
  const t = useText();
  const [phase, setPhase] = useState<Phase>('idle');
  const [error, setError] = useState<unknown>(null);
  const run = async (intent: StartIntent) => {
    setPhase('starting');
    setError(null);
    try {
      const next = await nextAddress(await activate(intent));
      setPhase('leaving');
      location.assign(next);
    } catch (failure) {
      if (hasCode(failure, errors.wrongOutlet.code)) return location.assign(wrongOutlet);
      setPhase('idle');
      setError(failure);
      // The chair may have been taken, or may run already.
      if (!refusalOf(failure)) void refresh();
    }
  };
  useEffect(() => {
    // The back button may restore this page from the payment page as it was left.
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setPhase('idle');
      void refresh();
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [refresh]);
  const refusal = refusalOf(error);
  return {
    run: (intent: StartIntent) => phase === 'idle' && void run(intent),
    phase,
    refusal,
    message: error === null || refusal ? null : messageOf(error, t.sticker.noAnswer, t.sticker.paymentFailed),
    reset: () => setError(null),
  };
}

function messageOf(error: unknown, noAnswer: string, paymentFailed: string): string {
  if (error instanceof PaymentNotCompleted) return paymentFailed;
  return error instanceof ApiError && isSettled(error) ? error.message : noAnswer;
}
