import { pages, pageUrl } from '@recline/contract/pages';
import { useEffect, useRef } from 'react';
import { useWakeLock } from '../../../platform/use-wake-lock.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { useUser } from '../session/index.ts';
import styles from './countdown.module.css';
import type { CountdownOrder } from './countdown.queries.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderEnding } from './order-ending.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderLinks } from './order-links.tsx';
import { OrderRing } from './order-ring.tsx';
import { isOpen, type Stage, stageAt, statusIn } from './order-stage.ts';
import { useStageTitle } from './order-tag.tsx';
import { spokenMoment } from './remaining-time.ts';
import { unconfirmedStop } from './stop-state.ts';
import { useServerNow } from './use-server-now.ts';

interface OrderProgressProps {
  observed: CountdownOrder;
  /** The chair reports a fault. */
  faulty: boolean;
  /** The last refetch failed, so the order may have changed since. */
  stale: boolean;
  /** Sees the order by its key, and cannot change it. */
  visitor: boolean;
}

/** One order from its payment to its end, at this moment. */
export function OrderProgress({ observed: { order, clockOffsetMs, own }, faulty, stale, visitor }: OrderProgressProps) {
  const t = useText();
  const [now, stage] = useServerNow(clockOffsetMs, (at) => stageAt(order, at), isOpen);
  const stageTitle = useStageTitle();
  useScrollToTopOnChange(stage);
  useWakeLock(stage === 'running');
  useVibrationAtEnd(stage);
  const manager = useUser()?.role === 'manager';
  const back = manager ? pages.login : pageUrl(pages.index, { deviceId: order.deviceId, from: 'countdown' });
  const stop = isOpen(stage) ? null : unconfirmedStop(order);
  const state = stop ? t.countdown.stops[stop].title : stageTitle(order, stage);
  const title = isOnItsWay(stage) ? t.countdown.title : state;
  const spoken = stage === 'running' && t.countdown.spoken[spokenMoment(order, now)](order.minutes);
  return (
    <Page title={title} chair={order.deviceId} kind="night" backTo={back}>
      <p className="hidden-text" role="status">
        {spoken || stageTitle(order, stage)}
      </p>
      {isOpen(stage) || stage === 'finished' ? (
        <OrderRing order={order} stage={stage} now={now} />
      ) : (
        <OrderEnding order={order} stage={stage} />
      )}
      {stale && isOpen(stage) && (
        <p className={styles.hint} role="status">
          {navigator.onLine ? t.countdown.unreachable : t.countdown.offline}
        </p>
      )}
      {faulty && (
        <div className={styles.fault} role="alert">
          <Icon name="warning" />
          <div>
            <strong>{t.countdown.fault}</strong>
            <p>{t.countdown.faultText}</p>
          </div>
        </div>
      )}
      <OrderActions order={order} stage={stage} now={now} faulty={faulty} visitor={visitor} own={own} />
      <OrderLinks order={order} />
      <OrderFacts order={order} status={statusIn(stage, order)} visitor={visitor} />
    </Page>
  );
}

const isOnItsWay = (stage: Stage): boolean => stage === 'running' || stage === 'starting';

/** A change of stage is shown at the top of the page. */
function useScrollToTopOnChange(stage: Stage): void {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current !== stage) window.scrollTo({ top: 0, behavior: 'smooth' });
    shown.current = stage;
  }, [stage]);
}

const gentleMs = [120, 90, 120];

/** Two short pulses when the time is over, where the phone can; not where the page opens on an order that is over. */
function useVibrationAtEnd(stage: Stage): void {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current === 'running' && stage === 'finished') navigator.vibrate?.(gentleMs);
    shown.current = stage;
  }, [stage]);
}
