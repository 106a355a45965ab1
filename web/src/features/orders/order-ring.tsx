import type { Order } from '@recline/contract/orders';
import { isIn, voidStatuses } from '@recline/contract/values';
import { config } from '../../platform/config.ts';
import { useFormat, useText } from '../../platform/text.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Ring } from '../../ui/ring.tsx';
import { useUser } from '../session/index.ts';
import styles from './countdown.module.css';
import { paymentReturnOf } from './payment-return.ts';
import { formatDuration, isLastMinute, remainingMs, remainingShare } from './remaining-time.ts';

interface OrderRingProps {
  order: Order;
  status: Order['status'];
  now: number;
}

const icons: Record<Exclude<Order['status'], 'running'>, IconName> = {
  pending: 'clock',
  starting: 'bolt',
  finished: 'check',
  failed: 'warning',
  refunded: 'refresh',
  cancelled: 'close',
};

export const OrderRing = (props: OrderRingProps) =>
  props.status === 'running' ? <CountdownRing {...props} /> : <StatusRing {...props} status={props.status} />;

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

/** Any status but running: its icon in the ring, and an explanation below. */
function StatusRing({ order, status }: OrderRingProps & { status: keyof typeof icons }) {
  const t = useText();
  const bad = isIn(voidStatuses, status);
  const share = { pending: 0, starting: 'busy', finished: 1, failed: 1, refunded: 1, cancelled: 1 } as const;
  return (
    <Ring share={share[status]} tone={bad ? 'amber' : 'mint'}>
      <span className={bad ? styles.badSign : styles.sign}>
        <Icon name={icons[status]} size={52} />
      </span>
      <strong className={styles.state}>{t.countdown.states[status].title}</strong>
      <span className={styles.label}>{useExplanation(order, status)}</span>
    </Ring>
  );
}

const usedMs = ({ startedAt, endedAt }: Order) =>
  startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null;

const earlyToleranceMs = 2000;

/** Ended before its time, beyond what network latency explains. */
const endedEarly = ({ endsAt, endedAt }: Order) =>
  endsAt !== null && endedAt !== null && Date.parse(endsAt) - Date.parse(endedAt) > earlyToleranceMs;

function useExplanation(order: Order, status: keyof typeof icons): string {
  const t = useText();
  const format = useFormat();
  const user = useUser();
  const used = usedMs(order);
  if (status === 'pending') {
    const until = new Date(Date.parse(order.createdAt) + config.payMinutes * 60_000);
    return t.countdown.payBefore(format.time(until));
  }
  if (status === 'failed') return t.countdown.moneyBack[paymentReturnOf(order, user?.role ?? 'consumer')];
  if (status === 'finished' && used !== null && endedEarly(order))
    return t.countdown.stoppedEarly(formatDuration(used));
  return t.countdown.states[status].text;
}
