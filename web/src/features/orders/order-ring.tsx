import { limits } from '@recline/contract/limits';
import type { Order } from '@recline/contract/orders';
import { useFormat, useText } from '../../platform/text.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Ring } from '../../ui/ring.tsx';
import { useUser } from '../session/index.ts';
import styles from './countdown.module.css';
import { moneyBackOf } from './money-back.ts';
import { clockText, lastMinute, remainingOf, shareLeft } from './remaining.ts';

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
  props.status === 'running' ? <TimeLeft {...props} /> : <StateOf {...props} status={props.status} />;

function TimeLeft({ order, now }: OrderRingProps) {
  const t = useText();
  const left = remainingOf(order, now);
  const near = lastMinute(left);
  return (
    <Ring share={shareLeft(order, now)} tone={near ? 'amber' : 'mint'}>
      <span className={styles.label}>{near ? t.countdown.lastMinute : t.countdown.remaining}</span>
      <time className={`number ${styles.clock}`} role="timer">
        {clockText(left)}
      </time>
      <span className={styles.label}>{t.countdown.total(order.minutes)}</span>
    </Ring>
  );
}

/** Any state but running: its sign in the ring, and below it what it means for the person. */
function StateOf({ order, status }: OrderRingProps & { status: keyof typeof icons }) {
  const t = useText();
  const bad = status === 'failed' || status === 'cancelled';
  const share = { pending: 0, starting: 'busy', finished: 1, failed: 1, refunded: 1, cancelled: 1 } as const;
  return (
    <Ring share={share[status]} tone={bad ? 'amber' : 'mint'}>
      <span className={bad ? styles.badSign : styles.sign}>
        <Icon name={icons[status]} size={52} />
      </span>
      <strong className={styles.state}>{t.countdown.states[status].title}</strong>
      <span className={styles.label}>{useMeaning(order, status)}</span>
    </Ring>
  );
}

const usedTime = ({ startedAt, endedAt }: Order) =>
  startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : null;

/** Ended before its time by more than the messages take. */
const endedEarly = ({ endsAt, endedAt }: Order) =>
  endsAt !== null && endedAt !== null && Date.parse(endsAt) - Date.parse(endedAt) > 2000;

function useMeaning(order: Order, status: keyof typeof icons): string {
  const t = useText();
  const format = useFormat();
  const user = useUser();
  const used = usedTime(order);
  if (status === 'pending') {
    const until = new Date(Date.parse(order.createdAt) + limits.payMinutes * 60_000);
    return t.countdown.payBefore(format.time(until));
  }
  if (status === 'failed') return t.countdown.moneyBack[moneyBackOf(order, user?.role ?? 'consumer')];
  if (status === 'finished' && used !== null && endedEarly(order)) return t.countdown.stoppedEarly(clockText(used));
  return t.countdown.states[status].text;
}
