import { isIn, openStatuses } from '@recline/contract/values';
import { useEffect, useRef } from 'react';
import { useText } from '../../platform/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './countdown.module.css';
import { OrderActions } from './order-actions.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderRing } from './order-ring.tsx';
import { type ObservedOrder, spokenMoment, statusAt } from './remaining-time.ts';
import { useServerNow } from './use-server-now.ts';

interface OrderProgressProps {
  observed: ObservedOrder;
  /** The chair reports a fault. */
  faulty: boolean;
  /** The last refetch failed, so the order may have changed since. */
  stale: boolean;
}

/** One order from its payment to its end, at this moment. */
export function OrderProgress({ observed: { order, clockOffsetMs }, faulty, stale }: OrderProgressProps) {
  const t = useText();
  const now = useServerNow(clockOffsetMs, isIn(openStatuses, order.status));
  const status = statusAt(order, now);
  useScrollToTopOnChange(status);
  const spoken = status === 'running' && t.countdown.spoken[spokenMoment(order, now)](order.minutes);
  return (
    <Page title={t.countdown.title} kind="night">
      <p className="hidden-text" role="status">
        {spoken || t.countdown.states[status].title}
      </p>
      <OrderRing order={order} status={status} now={now} />
      {stale && isIn(openStatuses, status) && (
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
      <OrderFacts order={order} status={status} />
      <OrderActions order={order} status={status} faulty={faulty} />
    </Page>
  );
}

/** A change of status is shown at the top of the page. */
function useScrollToTopOnChange(status: string): void {
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current !== status) window.scrollTo({ top: 0, behavior: 'smooth' });
    shown.current = status;
  }, [status]);
}
