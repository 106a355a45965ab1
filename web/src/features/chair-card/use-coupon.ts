import { errors } from '@recline/contract/errors';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { ApiError, hasCode } from '../../platform/api-error.ts';
import { useText } from '../../platform/text.tsx';
import { withSession } from '../session/index.ts';
import type { CouponRefusal } from './coupon-refusal.ts';

export interface CouponNumbers {
  couponNo: string;
  cashCouponNo: string;
}

/** A coupon that the server accepted. */
export interface UsedCoupon extends CouponNumbers {
  /** What is left to pay, by package; null where the server quotes no prices. */
  amounts: Record<string, number> | null;
}

/** A cash coupon pays for everything, so it is used alone. */
const sent = ({ couponNo, cashCouponNo }: CouponNumbers) => (cashCouponNo ? { cashCouponNo } : { couponNo });

async function quote(deviceId: string, numbers: CouponNumbers): Promise<UsedCoupon> {
  try {
    const { rows } = await withSession(() => api.starting.quote({ deviceId, ...sent(numbers) }, { quiet: true }));
    return { ...numbers, amounts: Object.fromEntries(rows.map(({ priceId, amount }) => [priceId, amount])) };
  } catch (error) {
    if (hasCode(error, errors.notFound.code)) return { ...numbers, amounts: null };
    throw error;
  }
}

/** Checks a coupon when it is entered. A wrong one is refused at its field; the one in use stays. `onChange`: another try begins. */
export function useCoupon(deviceId: string, onChange: () => void) {
  const t = useText();
  const [used, setUsed] = useState<UsedCoupon | null>(null);
  const [refusal, setRefusal] = useState<CouponRefusal | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async (numbers: CouponNumbers): Promise<boolean> => {
    setBusy(true);
    setRefusal(null);
    onChange();
    try {
      setUsed(await quote(deviceId, numbers));
      return true;
    } catch (error) {
      const message = error instanceof ApiError ? error.message : t.common.unknown;
      setRefusal({ field: numbers.cashCouponNo ? 'cashCouponNo' : 'couponNo', message });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const remove = () => {
    setUsed(null);
    setRefusal(null);
    onChange();
  };
  return { used, refusal, busy, check, remove };
}

export type CouponState = ReturnType<typeof useCoupon>;
