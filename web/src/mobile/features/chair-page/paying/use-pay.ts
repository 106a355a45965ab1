import { errors } from '@recline/contract/errors';
import { pages, pageUrl } from '@recline/contract/pages';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChairPageTexts } from '../../../../../locales/index.ts';
import { ApiError, hasCode } from '../../../../platform/api-error.ts';
import { api } from '../../../data/api.ts';
import { useText } from '../../../texts/chair-page.ts';
import { nextNotice, SessionLost } from '../../session/index.ts';
import {
  isOutcomeKnown,
  nextStep,
  PaymentNotCompleted,
  type ShownCode,
  type StartIntent,
  useTurn,
} from '../../starting/index.ts';
import { currentChoice } from '../choice.ts';
import { payAgain, requestStart } from './paying.ts';
import { takeConfirmedPayment } from './wallet-payment.ts';

const wrongOutlet = pageUrl(pages.error, { errType: 'branch' });

type Phase = 'idle' | 'starting' | 'leaving';

/** A message left by a previous page. */
class LeftMessage extends Error {}

/**
 * Pays for the chair with one tap: opens a session if there is none, places the order, then opens the provider's page.
 */
export function usePay(deviceId: string, refresh: () => Promise<void>) {
  const t = useText();
  const [phase, setPhase] = useState<Phase>('idle');
  const [error, setError] = useState<unknown>(null);
  const [code, setCode] = useState<ShownCode | null>(null);
  const placed = useRef('');
  const { seconds, wait, leave } = useTurn();
  const run = async (intent: StartIntent, unpaidId?: string) => {
    const answer = unpaidId ? payAgain(unpaidId, intent) : requestStart(intent); // the request is sent before the page is rendered again, which takes a slow phone a while
    setPhase('starting');
    setError(null);
    try {
      const order = await answer;
      placed.current = order.orderId;
      const payable = await wait(order);
      if (payable === null) return;
      const next = await nextStep(payable);
      if ('code' in next) {
        setCode(next.code);
        return setPhase('idle');
      }
      if (next.isCashier) setPhase('leaving');
      location.assign(next.address);
    } catch (failure) {
      if (hasCode(failure, errors.wrongOutlet.code)) return location.assign(wrongOutlet);
      setPhase('idle');
      setError(failure);
      // The chair may have been taken, or may run already.
      if (!refusalOf(failure)) void refresh();
    }
  };
  /** Leaves the queue and cancels the order. The page is reloaded, so its next order is a new one. */
  const cancel = async () => {
    leave();
    try {
      await api.orders.stop({ orderId: placed.current }, { quiet: true });
      location.replace(pageUrl(pages.index, { deviceId, ...currentChoice() }));
    } catch (failure) {
      setPhase('idle');
      setError(failure);
      void refresh();
    }
  };
  const resume = useEffectEvent(run);
  useEffect(() => {
    const notice = nextNotice.get();
    nextNotice.remove();
    if (notice) setError(new LeftMessage(notice));
    const intent = takeConfirmedPayment(deviceId);
    if (intent) void resume(intent);
  }, [deviceId]);
  useEffect(() => {
    // The back button may restore this page from the payment page as it was left.
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      leave();
      setPhase('idle');
      void refresh();
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [refresh, leave]);
  const refusal = refusalOf(error);
  return {
    /** `unpaidId`: an unpaid order with the same choice, which is paid instead of a new one. */
    run: (intent: StartIntent, unpaidId?: string) => phase === 'idle' && void run(intent, unpaidId),
    phase,
    turn: seconds,
    cancel: () => void cancel(),
    code,
    closeCode: () => setCode(null),
    refusal,
    message: error === null || refusal ? null : messageOf(error, t),
    sessionLost: error instanceof SessionLost,
    didNotStart: hasCode(error, errors.deviceDidNotStart.code),
    reset: () => setError(null),
  };
}

/** Why the server refused a coupon of either kind; null for any other failure. */
const refusalOf = (error: unknown): string | null =>
  hasCode(error, errors.badCoupon.code) || hasCode(error, errors.badCashCoupon.code) ? error.message : null;

function messageOf(error: unknown, t: ChairPageTexts): string {
  if (error instanceof LeftMessage) return error.message;
  if (error instanceof SessionLost) return t.chairPage.sessionLost;
  if (error instanceof PaymentNotCompleted) return t.chairPage.paymentFailed;
  return error instanceof ApiError && isOutcomeKnown(error) ? error.message : t.chairPage.noAnswer;
}
