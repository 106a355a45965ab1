import { useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { optionalCall } from '../../../platform/optional-call.ts';
import { api } from '../../data/api.ts';
import { useText } from '../../texts/login.ts';
import { SessionLost, withSession } from '../session/index.ts';
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

const quote = (deviceId: string, numbers: CouponNumbers): Promise<UsedCoupon> =>
  optionalCall(
    'starting.quote',
    async () => {
      const { rows } = await withSession(() => api.starting.quote({ deviceId, ...sent(numbers) }, { quiet: true }));
      return { ...numbers, amounts: Object.fromEntries(rows.map(({ priceId, amount }) => [priceId, amount])) };
    },
    () => ({ ...numbers, amounts: null }),
  );

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
      const message = error instanceof ApiError || error instanceof SessionLost ? error.message : t.common.unknown;
      setRefusal({ field: numbers.cashCouponNo ? 'cashCouponNo' : 'couponNo', message });
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** Its number says which kind it is, to the server alone. */
  const checkEither = async (no: string): Promise<boolean> =>
    (await check({ couponNo: no, cashCouponNo: '' })) || check({ couponNo: '', cashCouponNo: no });
  const remove = () => {
    setUsed(null);
    setRefusal(null);
    onChange();
  };
  return { used, refusal, busy, check, checkEither, remove };
}

export type CouponState = ReturnType<typeof useCoupon>;
