import type { Order } from '@recline/contract/orders';
import { formatDuration } from '../../../platform/duration.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Ring } from '../../../ui/ring.tsx';
import { useText } from '../../texts/app.ts';
import styles from './order-ring.module.css';
import type { Stage } from './order-stage.ts';
import { isLastMinute, remainingMs, remainingShare } from './remaining-time.ts';

export interface OrderRingProps {
  order: Order;
  stage: Stage;
  /** By the server's clock. */
  now: number;
  /** Shown instead of the stage's own sentence. */
  hint?: string | undefined;
}

/** An order in progress, or one that ran its full time. */
export const OrderRing = (props: OrderRingProps) =>
  props.stage === 'running' ? <CountdownRing {...props} /> : <StageRing {...props} />;

function CountdownRing({ order, now }: OrderRingProps) {
  const t = useText();
  const left = remainingMs(order, now);
  const lastMinute = isLastMinute(left);
  return (
    <Ring share={remainingShare(order, now)} tone={lastMinute ? 'amber' : 'mint'}>
      <span className={styles.label}>{lastMinute ? t.countdown.lastMinute : t.countdown.remaining}</span>
      <time className={`number ${styles.clock}`} role="timer">
        {formatDuration(left)}
      </time>
      <span className={styles.label}>{t.countdown.total(order.minutes)}</span>
    </Ring>
  );
}

const icons = { pending: 'clock', confirming: 'clock', starting: 'bolt', finished: 'check' } as const;
const shares = { pending: 0, confirming: 'busy', starting: 'busy', finished: 1 } as const;
type RingStage = keyof typeof icons;

function StageRing({ order, stage, hint }: OrderRingProps) {
  const t = useText();
  const { title, text } = t.countdown.stages[stage];
  return (
    <Ring share={shares[stage as RingStage]}>
      <span className={styles.sign}>
        <Icon name={icons[stage as RingStage]} size={40} />
      </span>
      <strong className={styles.ringState}>{title}</strong>
      <p className={styles.sentence}>{hint ?? text}</p>
      <p className={styles.sentence}>{t.countdown.total(order.minutes)}</p>
    </Ring>
  );
}
