import type { ChairCard, ChairPageState } from '@recline/contract/chair-page';
import type { Price } from '@recline/contract/starting';
import { type SubmitEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { keepChoice } from '../choice.ts';
import { isFor, type UnpaidOrder } from '../unpaid-order.ts';
import { useOnPhone } from '../use-on-phone.ts';
import { leftToPay, payFields } from './payment.ts';
import { takeTap } from './tapped.ts';
import { useCoupon } from './use-coupon.ts';
import { usePay } from './use-pay.ts';

export const payFormId = 'pay';

const noCoupon = { couponNo: '', cashCouponNo: '' };

/** The package that the address names: that of the previous order, to buy the same again. */
function priceInAddress(prices: readonly Price[]): string | undefined {
  const search = new URLSearchParams(location.search);
  const isAsked = ({ gear, minutes }: Price) =>
    gear === search.get('gear') && String(minutes) === search.get('minutes');
  return prices.find(isAsked)?.priceId;
}

const priceOf = ({ prices }: ChairCard, priceId: string | undefined) =>
  prices.find((price) => price.priceId === priceId);

/** The choice on the page, and the action of Pay. */
export function useStartForm(
  card: ChairCard,
  unpaid: UnpaidOrder | null,
  { choice: before, refusal }: ChairPageState,
  refresh: () => Promise<void>,
) {
  const form = useRef<HTMLFormElement>(null);
  const [picked, setPriceId] = useState(priceOf(card, before?.priceId)?.priceId);
  const [pickedType, setOnlineType] = useState(before?.payType);
  const isOffered = (type: string | undefined) => type !== undefined && card.payTypes.includes(type);
  const onlineType = [pickedType, unpaid?.payType].find(isOffered) ?? card.payTypes[0];
  const [said, setSaid] = useState(refusal);
  const asked = useOnPhone(() => priceInAddress(card.prices), undefined);
  const usual = card.prices.find((price) => price.recommended) ?? card.prices[0];
  const leftUnpaid = card.prices.find((price) => unpaid !== null && isFor(unpaid, price));
  const chosen = priceOf(card, picked) ?? priceOf(card, asked) ?? leftUnpaid ?? usual;
  const pay = usePay(card.deviceId, refresh);
  const coupon = useCoupon(card.deviceId, pay.reset);
  const usedNumber = coupon.used?.couponNo || coupon.used?.cashCouponNo;
  useEffect(() => {
    if (chosen) keepChoice(chosen, onlineType, usedNumber);
  }, [chosen, onlineType, usedNumber]);
  const left = chosen && leftToPay(chosen, coupon.used);
  const fields = left === null ? null : payFields({ onlineType, ...noCoupon, ...coupon.used });

  const run = () => {
    setSaid(undefined);
    if (!chosen || !fields) return;
    const goesOn = unpaid !== null && !usedNumber && isFor(unpaid, chosen);
    pay.run({ deviceId: card.deviceId, priceId: chosen.priceId, ...fields }, goesOn ? unpaid.orderId : undefined);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    run();
  };

  /** The choice made before the scripts loaded is in the controls. */
  const takeChoice = useEffectEvent(() => {
    for (const control of form.current?.elements ?? []) {
      if (!(control instanceof HTMLInputElement)) continue;
      if (control.type === 'radio' && control.checked && !control.defaultChecked)
        (control.name === 'priceId' ? setPriceId : setOnlineType)(control.value);
      const no = control.name === 'coupon' ? control.value.trim() : '';
      if (no !== '' && !refusal?.isCoupon) void coupon.check(no);
    }
  });
  useLayoutEffect(() => takeChoice(), []);
  const goOn = useEffectEvent(run);
  useEffect(() => {
    forgetRefusal();
    if (takeTap()) goOn();
  }, []);

  return {
    form,
    choice: { chosen, onlineType, left, fields, setPriceId, setOnlineType },
    pay,
    coupon,
    couponRefusal: pay.refusal ?? (said?.isCoupon ? said.message : null),
    message: pay.message ?? (pay.phase === 'idle' && said && !said.isCoupon ? said.message : null),
    submit,
  };
}

const ofRefusal = ['refused', 'why', 'wait', 'payment'];

/** The message is shown once: it is removed from the address, so that a reload or a shared link does not repeat it. */
function forgetRefusal(): void {
  const url = new URL(location.href);
  if (!ofRefusal.some((name) => url.searchParams.has(name))) return;
  for (const name of ofRefusal) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}
