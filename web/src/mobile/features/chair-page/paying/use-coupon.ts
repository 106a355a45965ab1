import { useRef, useState } from 'react';
import { ApiError } from '../../../../platform/api-error.ts';
import { optionalCall } from '../../../../platform/optional-call.ts';
import { api } from '../../../data/api.ts';
import { useText } from '../../../texts/login.ts';
import { SessionLost, withSession } from '../../session/index.ts';

/**
 * A coupon that the server accepted. Only the server can tell its kind by the number; a cash coupon pays for
 * everything.
 */
export interface UsedCoupon {
  couponNo: string;
  cashCouponNo: string;
  /** The rest to pay, by package; null if the server quotes no prices. */
  amounts: Record<string, number> | null;
}

const unchecked = (no: string): UsedCoupon => ({ couponNo: no, cashCouponNo: '', amounts: null });

const quote = (deviceId: string, coupon: string): Promise<UsedCoupon> =>
  optionalCall(
    'starting.quote',
    async () => {
      const { rows, isCash } = await withSession(() => api.starting.quote({ deviceId, coupon }, { quiet: true }));
      if (isCash === undefined) return unchecked(coupon); // a server of an earlier version
      const amounts = Object.fromEntries(rows.map(({ priceId, amount }) => [priceId, amount]));
      return { couponNo: isCash ? '' : coupon, cashCouponNo: isCash ? coupon : '', amounts };
    },
    () => unchecked(coupon),
  );

/**
 * Checks a coupon when it is entered. A wrong one is refused at its field, and the one in use is kept. `onChange` is
 * called when another try begins.
 */
export function useCoupon(deviceId: string, onChange: () => void) {
  const t = useText();
  const [used, setUsed] = useState<UsedCoupon | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const tries = useRef(0);
  const check = async (no: string): Promise<boolean> => {
    tries.current += 1;
    const current = tries.current;
    const isLatest = () => current === tries.current;
    setBusy(true);
    setRefusal(null);
    onChange();
    try {
      const quoted = await quote(deviceId, no);
      if (isLatest()) setUsed(quoted);
      return isLatest();
    } catch (error) {
      const message = error instanceof ApiError || error instanceof SessionLost ? error.message : t.common.unknown;
      if (isLatest()) setRefusal(message);
      return false;
    } finally {
      if (isLatest()) setBusy(false);
    }
  };
  const remove = () => {
    tries.current += 1;
    setBusy(false);
    setUsed(null);
    setRefusal(null);
    onChange();
  };
  return { used, refusal, busy, check, remove };
}

export type CouponState = ReturnType<typeof useCoupon>;
