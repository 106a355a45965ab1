import { errors } from '@recline/contract/errors';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endsSession } from '../../platform/answer.ts';
import { api } from '../../platform/api.ts';
import { ApiError, hasCode } from '../../platform/api-error.ts';
import type { ErrorPage } from '../../platform/error-page.ts';
import { useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import type { CouponRefusal } from './coupon-card.tsx';
import { isPayAddress } from './payment.ts';
import { storePayment } from './pending-payment.ts';
import { errorPageOf } from './start-errors.ts';
import { clearRequest, isSettled, newRequestId, requestIdFor, type StartIntent } from './start-request.ts';

interface StartHandlers {
  onOrder(orderId: string): void;
  onErrorPage(page: ErrorPage): void;
  onUnknownOutcome(): void;
}

function refusalOf(error: unknown): CouponRefusal | null {
  if (hasCode(error, errors.badCoupon.code)) return { field: 'couponNo', message: error.message };
  if (hasCode(error, errors.badCashCoupon.code)) return { field: 'cashCouponNo', message: error.message };
  return null;
}

/** Orders the start, then opens the countdown, the payment page or an error page, or stays on the form. */
export function useStart({ onOrder, onErrorPage, onUnknownOutcome }: StartHandlers) {
  const t = useText();
  const [openingPayment, setOpeningPayment] = useState(false);
  const activate = useMutation({
    mutationFn: (intent: StartIntent) =>
      api.starting.activate({ ...intent, requestId: requestIdFor(intent, newRequestId) }),
    meta: { quiet: true },
    onSuccess: ({ orderId, status, payUrl }) => {
      clearRequest();
      if (status !== 'pending' || !payUrl) return onOrder(orderId);
      if (!isPayAddress(payUrl, location.href)) return toast(t.quickStart.badPayAddress);
      storePayment(orderId, payUrl);
      setOpeningPayment(true);
      location.assign(payUrl);
    },
    onError: (error) => {
      if (isSettled(error)) clearRequest();
      else return onUnknownOutcome();
      const page = errorPageOf(error, t.errors.branchText);
      if (page) return onErrorPage(page);
      if (error instanceof ApiError && !endsSession(error) && !refusalOf(error)) toast(error.message);
    },
  });
  useEffect(() => {
    // The back button may restore this page from the payment page as it was left.
    const restored = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setOpeningPayment(false);
      onUnknownOutcome();
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [onUnknownOutcome]);
  return {
    run: (intent: StartIntent) => !activate.isPending && !openingPayment && activate.mutate(intent),
    reset: activate.reset,
    busy: activate.isPending || openingPayment,
    openingPayment,
    isIdle: activate.isIdle,
    refusal: refusalOf(activate.error),
    noAnswer: activate.isError && !isSettled(activate.error),
  };
}
