import { useEffect, useRef } from 'react';
import { useText } from '../../platform/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './countdown.module.css';
import type { SeenOrder } from './countdown.queries.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderRing } from './order-ring.tsx';
import { isActive, lastMinute, remainingOf, statusAt } from './remaining.ts';
import { useServerNow } from './use-server-now.ts';

interface OrderProgressProps {
  seen: SeenOrder;
  /** The chair reports a fault. */
  faulty: boolean;
  /** The last question got no answer: what is shown may have changed meanwhile. */
  stale: boolean;
}

/** One order from its payment to its end, as of this very moment. */
export function OrderProgress({ seen: { order, difference }, faulty, stale }: OrderProgressProps) {
  const t = useText();
  const now = useServerNow(difference, isActive(order.status));
  const status = statusAt(order, now);
  useTopOnChange(status);
  const nearEnd = status === 'running' && lastMinute(remainingOf(order, now));
  return (
    <Page title={t.countdown.title} kind="night">
      <p className="hidden-text" role="status">
        {nearEnd ? t.countdown.lastMinuteSpoken : t.countdown.states[status].title}
      </p>
      <OrderRing order={order} status={status} now={now} />
      {stale && isActive(status) && (
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

/** What changed is told at the top of the page. */
function useTopOnChange(status: string): void {
  const shown = useRef(status);
  useEffect(() => {
    if (shown.current !== status) window.scrollTo({ top: 0, behavior: 'smooth' });
    shown.current = status;
  }, [status]);
}
