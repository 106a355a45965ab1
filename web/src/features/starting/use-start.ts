import { errors } from '@recline/contract/errors';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endsSession } from '../../platform/answer.ts';
import { api } from '../../platform/api.ts';
import { ApiError, hasCode } from '../../platform/api-error.ts';
import { useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import type { CouponRefusal } from './coupon-card.tsx';
import { isPayAddress } from './payment.ts';
import { keepPayment } from './pending-payment.ts';
import { type ErrorPage, errorPageOf } from './start-errors.ts';
import { forgetRequest, isSettled, newRequestId, requestIdFor, type StartIntent } from './start-request.ts';

interface Ways {
  onOrder(orderId: string): void;
  onErrorPage(page: ErrorPage): void;
  onUncertain(): void;
}

function refusalOf(error: unknown): CouponRefusal | null {
  if (hasCode(error, errors.badCoupon.code)) return { field: 'couponNo', message: error.message };
  if (hasCode(error, errors.badCashCoupon.code)) return { field: 'cashCouponNo', message: error.message };
  return null;
}

/** Orders the start and leads on: to the countdown, to the cashier, to an error page, or back to the choice. */
export function useStart({ onOrder, onErrorPage, onUncertain }: Ways) {
  const t = useText();
  const [leaving, setLeaving] = useState(false);
  const activate = useMutation({
    mutationFn: (intent: StartIntent) =>
      api.starting.activate({ ...intent, requestId: requestIdFor(intent, newRequestId) }),
    meta: { quiet: true },
    onSuccess: ({ orderId, status, payUrl }) => {
      forgetRequest();
      if (status !== 'pending' || !payUrl) return onOrder(orderId);
      if (!isPayAddress(payUrl, location.href)) return toast(t.quickStart.badPayAddress);
      keepPayment(orderId, payUrl);
      setLeaving(true);
      location.assign(payUrl);
    },
    onError: (error) => {
      if (isSettled(error)) forgetRequest();
      else return onUncertain();
      const page = errorPageOf(error, t.errors.branchText);
      if (page) return onErrorPage(page);
      if (error instanceof ApiError && !endsSession(error) && !refusalOf(error)) toast(error.message);
    },
  });
  useEffect(() => {
    // Coming back from the cashier with the back button may show this page as it was left.
    const restored = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setLeaving(false);
      onUncertain();
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [onUncertain]);
  return {
    run: (intent: StartIntent) => !activate.isPending && !leaving && activate.mutate(intent),
    reset: activate.reset,
    busy: activate.isPending || leaving,
    toPayment: leaving,
    isIdle: activate.isIdle,
    refusal: refusalOf(activate.error),
    noAnswer: activate.isError && !isSettled(activate.error),
  };
}
