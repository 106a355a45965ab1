import type { Price } from '@recline/contract/starting';
import { useFormat } from '../../../../platform/text.tsx';
import { useText } from '../../../texts/chair-page.ts';
import type { UsedCoupon } from './use-coupon.ts';

interface PayLabelProps {
  /** The result of `leftToPay`. */
  left: number | null | undefined;
  price: Price;
  used: UsedCoupon | null;
  canPayOnline: boolean;
}

/** The label of the button: the net price, or the coupon that covers it. */
export function PayLabel({ left, price, used, canPayOnline }: PayLabelProps) {
  const t = useText();
  const format = useFormat();
  if (left === null) return t.chairPage.couponElsewhere;
  if (used?.cashCouponNo) return t.chairPage.payWithCashCoupon;
  if (used && !left) return t.chairPage.payWithCoupon;
  if (!canPayOnline) return t.chairPage.couponNeeded;
  return t.chairPage.pay(format.money(left ?? price.amount, price.currency));
}
