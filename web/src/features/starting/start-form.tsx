import type { Role } from '@recline/contract/session';
import type { Price } from '@recline/contract/starting';
import { useState } from 'react';
import { browserKind } from '../../platform/browser-kind.ts';
import { config } from '../../platform/config.ts';
import { useFormat, useText } from '../../platform/text.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { useLabels } from '../dictionary/index.ts';
import { CouponCard } from './coupon-card.tsx';
import { PackageList } from './package-list.tsx';
import { onlinePayTypesFor, type Payment, payFields } from './payment.ts';
import styles from './quick-start.module.css';
import type { ErrorPage } from './start-errors.ts';
import { StartingOverlay } from './starting-overlay.tsx';
import { useStart } from './use-start.ts';

interface StartFormProps {
  deviceId: string;
  role: Role;
  prices: readonly Price[];
  paymentFailed: boolean;
  onOrder(orderId: string): void;
  onErrorPage(page: ErrorPage): void;
  /** No answer arrived: ask the server whether the chair runs. */
  onUnknownOutcome(): void;
}

export function StartForm({ deviceId, role, prices, paymentFailed, ...handlers }: StartFormProps) {
  const t = useText();
  const onlineTypes = onlinePayTypesFor(config.payTypes, prices[0]?.currency, browserKind);
  const [priceId, setPriceId] = useState((prices.find((price) => price.recommended) ?? prices[0])?.priceId);
  const [payment, setPayment] = useState<Payment>({ onlineType: onlineTypes[0], couponNo: '', cashCouponNo: '' });
  const start = useStart(handlers);
  const chosen = prices.find((price) => price.priceId === priceId);
  const fields = payFields(role, payment);
  const change = (changed: Partial<Payment>) => {
    start.reset();
    setPayment({ ...payment, ...changed });
  };
  const message = start.noAnswer ? t.quickStart.noAnswer : paymentFailed && start.isIdle && t.quickStart.paymentFailed;
  return (
    <>
      {message && (
        <p className={styles.message} role="alert">
          {message}
        </p>
      )}
      <PackageList prices={prices} value={priceId} onChange={setPriceId} />
      {role === 'consumer' && (
        <>
          {onlineTypes.length > 1 && (
            <PayTypeChoice
              types={onlineTypes}
              value={payment.onlineType}
              onChange={(onlineType) => change({ onlineType })}
            />
          )}
          <CouponCard payment={payment} refusal={start.refusal} onChange={change} />
        </>
      )}
      <BottomBar>
        <Button
          disabled={!chosen || !fields}
          busy={start.busy}
          onClick={() => chosen && fields && start.run({ deviceId, priceId: chosen.priceId, ...fields })}
        >
          <StartLabel price={chosen} role={role} payment={payment} />
        </Button>
      </BottomBar>
      <StartingOverlay open={start.busy} openingPayment={start.openingPayment} />
    </>
  );
}

interface PayTypeChoiceProps {
  types: readonly string[];
  value: string | undefined;
  onChange(type: string): void;
}

function PayTypeChoice({ types, value, onChange }: PayTypeChoiceProps) {
  const t = useText();
  const labelOf = useLabels();
  const options = types.map((type) => ({ value: type, title: labelOf('payType', type) }));
  return <ChoiceCards title={t.quickStart.payWay} options={options} value={value} onChange={onChange} />;
}

function StartLabel({ price, role, payment }: { price: Price | undefined; role: Role; payment: Payment }) {
  const t = useText();
  const format = useFormat();
  const amount = price ? format.money(price.amount, price.currency) : '';
  if (role === 'manager') return t.quickStart.takeCash(amount);
  if (payment.cashCouponNo) return t.quickStart.payWithCashCoupon;
  if (payment.couponNo) return t.quickStart.payWithCoupon;
  return payment.onlineType ? t.quickStart.pay(amount) : t.quickStart.couponNeeded;
}
