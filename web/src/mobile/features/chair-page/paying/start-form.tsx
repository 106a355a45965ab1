import type { ChairCard, ChairPageState } from '@recline/contract/chair-page';
import { pages, pageUrl, payPath } from '@recline/contract/pages';
import { BottomBar } from '../../../../ui/bottom-bar.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { ChoiceCards } from '../../../../ui/choice-cards.tsx';
import { useText } from '../../../texts/chair-page.ts';
import { Consent, ConsentLinks } from '../../agreements/index.ts';
import { PackageList } from '../../starting/index.ts';
import { OtherChairs } from '../free-chair-links.tsx';
import type { UnpaidOrder } from '../unpaid-order.ts';
import { useOnPhone } from '../use-on-phone.ts';
import { CouponCard } from './coupon-card.tsx';
import { CouponField } from './coupon-field.tsx';
import { NumberCard } from './number-card.tsx';
import { PayLabel } from './pay-label.tsx';
import { PayMark, RadioMark } from './pay-mark.tsx';
import styles from './start-form.module.css';
import { TurnSheet } from './turn-sheet.tsx';
import { payFormId, useStartForm } from './use-start-form.ts';

interface StartFormProps {
  card: ChairCard;
  unpaid: UnpaidOrder | null;
  state: ChairPageState;
  refresh(): Promise<void>;
  manager: boolean;
}

/** The choice as a form, which a browser posts itself if no scripts run. */
export function StartForm({ card, unpaid, state, refresh, manager }: StartFormProps) {
  const t = useText();
  const hydrated = useOnPhone(() => true, false);
  const { choice, pay, coupon, message, couponRefusal, submit, form } = useStartForm(card, unpaid, state, refresh);
  const { chosen, onlineType, left, fields, setPriceId, setOnlineType } = choice;
  const { labels } = state;
  const isPosted = state.agreements !== null;
  return (
    <>
      {message && (
        <p className={styles.message} role="alert">
          {message}
        </p>
      )}
      {pay.didNotStart && <OtherChairs deviceId={card.deviceId} />}
      <form
        ref={form}
        id={payFormId}
        {...(isPosted && { method: 'post', action: payPath })}
        onSubmit={submit}
        className={styles.fields}
      >
        <input type="hidden" name="deviceId" value={card.deviceId} />
        {isPosted && <input type="hidden" name="agreed" value={state.agreements ?? ''} />}
        {card.payTypes.length < 2 && <input type="hidden" name="payType" value={onlineType ?? 'coupon'} />}
      </form>
      <PackageList
        prices={card.prices}
        gearName={(gear) => labels.gear[gear] ?? gear}
        value={chosen?.priceId}
        onChange={setPriceId}
        form={payFormId}
      />
      {!manager && card.payTypes.length > 1 && (
        <ChoiceCards
          title={t.chairPage.payWay}
          options={card.payTypes.map((type) => ({
            value: type,
            title: <PayMark payType={type} name={labels.payType[type] ?? type} />,
            aside: <RadioMark />,
          }))}
          value={onlineType}
          onChange={setOnlineType}
          form={payFormId}
          name="payType"
        />
      )}
      {!manager && chosen && (
        <>
          {hydrated ? (
            <CouponCard coupon={coupon} price={chosen} refused={couponRefusal} typed={state.choice?.coupon} />
          ) : (
            <CouponField form={payFormId} value={state.choice?.coupon} refused={couponRefusal} />
          )}
          <NumberCard lost={pay.sessionLost} onChanged={refresh} />
        </>
      )}
      {pay.code && (
        <pay.code.Sheet
          code={pay.code}
          title={t.chairPage.payCode.title}
          hint={t.chairPage.payCode.hint(labels.payType[onlineType ?? ''] ?? '')}
          onClose={pay.closeCode}
        />
      )}
      <TurnSheet seconds={pay.turn} onCancel={pay.cancel} />
      <BottomBar>
        {manager ? (
          <a className={buttonClass()} href={pageUrl(pages.quickStart, { deviceId: card.deviceId })}>
            {t.chairPage.atCounter}
          </a>
        ) : (
          <>
            <div className="with-scripts">
              <Consent sentence={t.chairPage.consent} />
            </div>
            {isPosted && (
              <div className="without-scripts">
                <ConsentLinks sentence={t.chairPage.consent} />
              </div>
            )}
            <Button type="submit" form={payFormId} disabled={!chosen || !fields} busy={pay.phase !== 'idle'}>
              {pay.phase !== 'idle' && t.chairPage.phases[pay.phase]}
              {pay.phase === 'idle' && chosen && (
                <>
                  <span className="with-scripts">
                    <PayLabel left={left} price={chosen} used={coupon.used} canPayOnline={onlineType !== undefined} />
                  </span>
                  <span className="without-scripts">{t.chairPage.payChosen}</span>
                </>
              )}
            </Button>
          </>
        )}
      </BottomBar>
    </>
  );
}
