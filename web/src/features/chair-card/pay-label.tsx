import type { Price } from '@recline/contract/starting';
import { useFormat, useText } from '../../platform/text.tsx';
import type { UsedCoupon } from './use-coupon.ts';

interface PayLabelProps {
  /** As `leftToPay` says. */
  left: number | null | undefined;
  price: Price;
  used: UsedCoupon | null;
  canPayOnline: boolean;
}

/** What the button does: the net price, or the coupon that pays for all of it. */
export function PayLabel({ left, price, used, canPayOnline }: PayLabelProps) {
  const t = useText();
  const format = useFormat();
  if (left === null) return t.sticker.couponElsewhere;
  if (used?.cashCouponNo) return t.sticker.payWithCashCoupon;
  if (used && !left) return t.sticker.payWithCoupon;
  if (!canPayOnline) return t.sticker.couponNeeded;
  return t.sticker.pay(format.money(left ?? price.amount, price.currency));
}
