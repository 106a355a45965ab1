import type { Order } from '@recline/contract/orders';
import { useFormat, useText } from '../../platform/text.tsx';
import { EndingDrawing, type EndingDrawingName } from '../../ui/ending-drawing.tsx';
import { useUser } from '../session/index.ts';
import styles from './countdown.module.css';
import type { Stage } from './order-stage.ts';
import { paymentReturnOf } from './payment-return.ts';

const drawings = {
  stopped: 'stopped',
  fault: 'broken',
  failed: 'broken',
  refunded: 'moneyBack',
  taken: 'taken',
  late: 'late',
  cancelled: 'cancelled',
} satisfies Partial<Record<Stage, EndingDrawingName>>;
type EndingStage = keyof typeof drawings;

/** An order that did not run its time: how it ended, and where the money is. It looks unlike one that did. */
export function OrderEnding({ order, stage }: { order: Order; stage: Stage }) {
  const t = useText();
  return (
    <section className={styles.ending}>
      <EndingDrawing name={drawings[stage as EndingStage]} />
      <strong className={styles.state}>{t.countdown.stages[stage].title}</strong>
      <p className={styles.label}>{useExplanation(order, stage)}</p>
      <p className={styles.label}>{useMoneyText(order, stage)}</p>
    </section>
  );
}

const secondMs = 1000;

function useExplanation({ startedAt, endedAt }: Order, stage: Stage): string {
  const t = useText();
  const stoppedEarly = stage === 'stopped' || stage === 'fault';
  if (!stoppedEarly || !startedAt || !endedAt) return t.countdown.stages[stage].text;
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / secondMs);
  return t.countdown.used(Math.floor(seconds / 60), seconds % 60);
}

/** Where the money is: on its way back, back, or kept. */
function useMoneyText(order: Order, stage: Stage): string {
  const t = useText();
  const format = useFormat();
  const reader = useUser()?.role ?? 'consumer';
  const back = paymentReturnOf(order, reader);
  const amount = format.money(order.refundedAmount, order.currency);
  if (order.refundedAmount > 0 && back === 'online')
    return order.payment === 'refunding' ? t.countdown.goingBack(amount) : t.countdown.wentBack(amount);
  if (stage === 'failed') return t.countdown.moneyBack[back];
  if (stage === 'cancelled') return t.countdown.moneyBack.nothing;
  if (stage === 'refunded') return t.countdown.wentBackAll;
  return order.amount > 0 ? t.countdown.timeLeftKept : '';
}
