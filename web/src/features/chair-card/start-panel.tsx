import type { Card, StickerState } from '@recline/contract/chair-card';
import { pages, pageUrl } from '@recline/contract/pages';
import type { Price } from '@recline/contract/starting';
import { useState, useSyncExternalStore } from 'react';
import { browserKind } from '../../platform/browser-kind.ts';
import { keys, local } from '../../platform/storage.ts';
import { useText } from '../../platform/text.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Consent } from '../agreements/index.ts';
import { PackageList } from '../starting/index.ts';
import { CouponCard } from './coupon-card.tsx';
import { NumberCard } from './number-card.tsx';
import { OpenOutside } from './open-outside.tsx';
import { PayLabel } from './pay-label.tsx';
import { leftToPay, payFields } from './payment.ts';
import styles from './sticker.module.css';
import { useCoupon } from './use-coupon.ts';
import { usePay } from './use-pay.ts';

interface StartPanelProps {
  card: Card;
  labels: StickerState['labels'];
  refresh(): Promise<void>;
}

const never = () => () => {};
/** What only the phone knows, once the page is hydrated; the server renders for an unknown visitor. */
const useOnPhone = <T,>(read: () => T, onServer: T): T => useSyncExternalStore(never, read, () => onServer);

const isManager = () => local.get(keys.token) !== null && local.get(keys.role) === 'manager';

/** The package that the address names: that of the order before, where somebody wants the same again. */
function priceInAddress(prices: readonly Price[]): string | undefined {
  const search = new URLSearchParams(location.search);
  const isAsked = ({ gear, minutes }: Price) =>
    gear === search.get('gear') && String(minutes) === search.get('minutes');
  return prices.find(isAsked)?.priceId;
}

/** A free chair: packages, the way to pay, and one button. */
export function StartPanel(props: StartPanelProps) {
  const t = useText();
  const manager = useOnPhone(isManager, false);
  const browser = useOnPhone(() => browserKind, 'other');
  const { card } = props;
  if (card.prices.length === 0)
    return <Notice drawing="priceList" title={t.sticker.noPrices.title} text={t.sticker.noPrices.text} />;
  if (!manager && browser !== 'other' && card.payTypes.length === 0) return <OpenOutside browser={browser} />;
  return <StartForm {...props} manager={manager} />;
}

function StartForm({ card, labels, refresh, manager }: StartPanelProps & { manager: boolean }) {
  const t = useText();
  const [picked, setPriceId] = useState<string>();
  const asked = useOnPhone(() => priceInAddress(card.prices), undefined);
  const priceId = picked ?? asked ?? (card.prices.find((price) => price.recommended) ?? card.prices[0])?.priceId;
  const [onlineType, setOnlineType] = useState(card.payTypes[0]);
  const pay = usePay(card.deviceId, refresh);
  const coupon = useCoupon(card.deviceId, pay.reset);
  const chosen = card.prices.find((price) => price.priceId === priceId);
  const left = chosen && leftToPay(chosen, coupon.used);
  const fields = left === null ? null : payFields({ onlineType, ...noCoupon, ...coupon.used });
  const failed = useOnPhone(() => new URLSearchParams(location.search).get('payment') === 'failed', false);
  const message = pay.message ?? (failed && pay.phase === 'idle' ? t.sticker.paymentFailed : null);
  return (
    <>
      {message && (
        <p className={styles.message} role="alert">
          {message}
        </p>
      )}
      <PackageList
        prices={card.prices}
        gearName={(gear) => labels.gear[gear] ?? gear}
        value={priceId}
        onChange={setPriceId}
      />
      {!manager && card.payTypes.length > 1 && (
        <ChoiceCards
          title={t.sticker.payWay}
          options={card.payTypes.map((type) => ({ value: type, title: labels.payType[type] ?? type }))}
          value={onlineType}
          onChange={setOnlineType}
        />
      )}
      {!manager && chosen && (
        <>
          <CouponCard coupon={coupon} price={chosen} refused={pay.refusal} />
          <NumberCard onChanged={refresh} />
        </>
      )}
      {pay.code && (
        <pay.code.Sheet
          code={pay.code}
          title={t.sticker.payCode.title}
          hint={t.sticker.payCode.hint(labels.payType[onlineType ?? ''] ?? '')}
          onClose={pay.closeCode}
        />
      )}
      <BottomBar>
        {manager ? (
          <a className={buttonClass()} href={pageUrl(pages.quickStart, { deviceId: card.deviceId })}>
            {t.sticker.atCounter}
          </a>
        ) : (
          <>
            <Consent sentence={t.sticker.consent} />
            <Button
              disabled={!chosen || !fields}
              busy={pay.phase !== 'idle'}
              onClick={() =>
                chosen && fields && pay.run({ deviceId: card.deviceId, priceId: chosen.priceId, ...fields })
              }
            >
              {pay.phase !== 'idle' && t.sticker.phases[pay.phase]}
              {pay.phase === 'idle' && chosen && (
                <PayLabel left={left} price={chosen} used={coupon.used} canPayOnline={onlineType !== undefined} />
              )}
            </Button>
          </>
        )}
      </BottomBar>
    </>
  );
}

const noCoupon = { couponNo: '', cashCouponNo: '' };
