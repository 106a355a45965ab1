import type { Order } from '@recline/contract/orders';
import { pages, pageUrl } from '@recline/contract/pages';
import { useEffect, useRef } from 'react';
import { config } from '../../../platform/config.ts';
import { useFormat } from '../../../platform/text.tsx';
import { useWakeLock } from '../../../platform/use-wake-lock.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import { PlaceLink } from '../outlets/index.ts';
import { useUser } from '../session/index.ts';
import type { CountdownOrder } from './countdown.queries.ts';
import styles from './live-order.module.css';
import { NightHint } from './night-hint.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderLinks } from './order-links.tsx';
import { OrderProgress } from './order-progress.tsx';
import { isOpen, type Stage, stageAt } from './order-stage.ts';
import { pageTitle, stageTitle } from './order-words.ts';
import { spokenMoment } from './remaining-time.ts';
import { useServerNow } from './use-server-now.ts';

interface LiveOrderProps {
  observed: CountdownOrder;
  /** The chair reports a fault. */
  faulty: boolean;
  /** The last refetch failed, so the order may have changed since. */
  stale: boolean;
  /** The reader sees the order by its key, and cannot change it. */
  visitor: boolean;
}

/** An order with live updates. */
export function LiveOrder({ observed: { order, clockOffsetMs, own }, faulty, stale, visitor }: LiveOrderProps) {
  const words = { t: useText(), labelOf: useLabels() };
  const { t, labelOf } = words;
  const [now, stage] = useServerNow(clockOffsetMs, (at) => stageAt(order, at), isOpen);
  const payBefore = usePayBefore(order);
  useScrollToTopOnChange(stage);
  useWakeLock(stage === 'running');
  useVibrationAtEnd(stage);
  const reader = useUser()?.role ?? 'consumer';
  const chairPage = pageUrl(pages.index, { deviceId: order.deviceId, from: 'countdown' });
  const spoken = stage === 'running' && t.countdown.spoken[spokenMoment(order, now)](order.minutes);
  // The outlet's page needs a session.
  const place = visitor ? order.outletName : <PlaceLink outletId={order.outletId} name={order.outletName} onNight />;
  return (
    <Page
      title={pageTitle(words, order, stage)}
      chair={order.deviceId}
      kind="night"
      backTo={reader === 'manager' ? pages.login : chairPage}
    >
      <p className="hidden-text" role="status">
        {spoken || stageTitle(words, order, stage)}
      </p>
      <OrderProgress
        order={order}
        stage={stage}
        now={now}
        hint={stage === 'pending' ? payBefore : undefined}
        reader={reader}
        labelOf={labelOf}
        place={place}
        timed
      >
        {stale && isOpen(stage) && (
          <NightHint role="status">{navigator.onLine ? t.countdown.unreachable : t.countdown.offline}</NightHint>
        )}
        {faulty && <FaultyChair />}
        <OrderActions order={order} stage={stage} now={now} faulty={faulty} visitor={visitor} own={own} />
        <OrderLinks order={order} />
      </OrderProgress>
    </Page>
  );
}

function FaultyChair() {
  const t = useText();
  return (
    <div className={styles.fault} role="alert">
      <Icon name="warning" />
      <div>
        <strong>{t.countdown.fault}</strong>
        <p>{t.countdown.faultText}</p>
      </div>
    </div>
  );
}

function usePayBefore({ createdAt }: Order): string {
  const t = useText();
  const format = useFormat();
  return t.countdown.payBefore(format.time(new Date(Date.parse(createdAt) + config.payMinutes * 60_000)));
}

/** A change of stage is shown at the top of the page. */
function useScrollToTopOnChange(stage: Stage): void {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current !== stage) window.scrollTo({ top: 0, behavior: 'smooth' });
    shown.current = stage;
  }, [stage]);
}

const gentleMs = [120, 90, 120];

/** Two short pulses when the time is over, if the phone can; not if the page opens on an order that is over. */
function useVibrationAtEnd(stage: Stage): void {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current === 'running' && stage === 'finished') navigator.vibrate?.(gentleMs);
    shown.current = stage;
  }, [stage]);
}
