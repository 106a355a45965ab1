import { useEffect, useRef } from 'react';
import { useText } from '../../platform/text.tsx';
import { useWakeLock } from '../../platform/use-wake-lock.ts';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './countdown.module.css';
import { OrderActions } from './order-actions.tsx';
import { OrderEnding } from './order-ending.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderRing } from './order-ring.tsx';
import { isOpen, type Stage, stageAt, statusIn } from './order-stage.ts';
import { type ObservedOrder, spokenMoment } from './remaining-time.ts';
import { useServerNow } from './use-server-now.ts';

interface OrderProgressProps {
  observed: ObservedOrder;
  /** The chair reports a fault. */
  faulty: boolean;
  /** The last refetch failed, so the order may have changed since. */
  stale: boolean;
  /** Sees the order by its key, and cannot change it. */
  visitor: boolean;
}

/** One order from its payment to its end, at this moment. */
export function OrderProgress({ observed: { order, clockOffsetMs }, faulty, stale, visitor }: OrderProgressProps) {
  const t = useText();
  const [now, stage] = useServerNow(clockOffsetMs, (at) => stageAt(order, at), isOpen);
  useScrollToTopOnChange(stage);
  useWakeLock(stage === 'running');
  useVibrationAtEnd(stage);
  const spoken = stage === 'running' && t.countdown.spoken[spokenMoment(order, now)](order.minutes);
  return (
    <Page title={t.countdown.title} kind="night">
      <p className="hidden-text" role="status">
        {spoken || t.countdown.stages[stage].title}
      </p>
      {isOpen(stage) || stage === 'finished' ? (
        <OrderRing order={order} stage={stage} now={now} />
      ) : (
        <OrderEnding order={order} stage={stage} />
      )}
      {stale && isOpen(stage) && (
        <p className={styles.hint} role="status">
          {t.countdown.offline}
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
      <OrderActions order={order} stage={stage} now={now} faulty={faulty} visitor={visitor} />
      <OrderFacts order={order} status={statusIn(stage, order)} visitor={visitor} />
    </Page>
  );
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

/** Two short pulses when the time is over, where the phone can; not where the page opens on an order that is over. */
function useVibrationAtEnd(stage: Stage): void {
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current === 'running' && stage === 'finished') navigator.vibrate?.(gentleMs);
    shown.current = stage;
  }, [stage]);
}
