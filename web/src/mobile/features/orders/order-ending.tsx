import type { Role } from '@recline/contract/session';
import { config } from '../../../platform/config.ts';
import { useFormat } from '../../../platform/text.tsx';
import { EndingDrawing, type EndingDrawingName } from '../../../ui/ending-drawing.tsx';
import { useText } from '../../texts/app.ts';
import { NightHint } from './night-hint.tsx';
import styles from './order-ending.module.css';
import type { Stage } from './order-stage.ts';
import { type LabelOf, stageTitle } from './order-words.ts';
import { dueAtCounter } from './owed.ts';
import { paymentReturnOf } from './payment-return.ts';
import { RefundLines } from './refund-lines.tsx';
import { refundNews } from './refund-news.ts';
import type { OrderWithPhone } from './remaining-time.ts';
import { stopOf, unconfirmedStop } from './stop-state.ts';

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

export interface OrderEndingProps {
  order: OrderWithPhone;
  stage: Stage;
  /** The reader. */
  reader: Role;
  labelOf: LabelOf;
  /** Whether times can be shown. */
  timed: boolean;
}

/** An order that did not run its time: how it ended, and where the money is. It looks different from one that did. */
export function OrderEnding({ order, stage, reader, labelOf, timed }: OrderEndingProps) {
  const t = useText();
  const stop = unconfirmedStop(order);
  const title = stageTitle({ t, labelOf }, order, stage);
  const unconfirmed = stop && t.countdown.stops[stop];
  return (
    <section className={styles.ending}>
      <EndingDrawing name={drawings[stage as EndingStage]} />
      <strong className={styles.state}>{unconfirmed?.title ?? title}</strong>
      {unconfirmed && <NightHint role="status">{unconfirmed.text}</NightHint>}
      <p className={styles.label}>{useExplanation(order, stage)}</p>
      <RefundLines order={order} reader={reader} labelOf={labelOf} timed={timed} className={styles.label} />
      <p className={styles.label}>{useMoneyText(order, stage, reader)}</p>
    </section>
  );
}

const secondMs = 1000;

function useExplanation({ startedAt, endedAt, payment }: OrderWithPhone, stage: Stage): string {
  const t = useText();
  // Its money is not back yet, which the lines about the refunds say.
  if (stage === 'refunded' && payment === 'refunding') return '';
  const stoppedEarly = stage === 'stopped' || stage === 'fault';
  if (!stoppedEarly || !startedAt || !endedAt) return t.countdown.stages[stage].text;
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / secondMs);
  return t.countdown.used(Math.floor(seconds / 60), seconds % 60);
}

/** A further sentence about the money: the pending refund, or why there is none. */
function useMoneyText(order: OrderWithPhone, stage: Stage, reader: Role): string {
  const t = useText();
  const owed = useOwedText(order, reader);
  if (owed) return owed;
  if (refundNews(order).length > 0) return '';
  if (stage === 'failed') return t.countdown.moneyBack[paymentReturnOf(order, reader)];
  if (stage === 'cancelled') return t.countdown.moneyBack.nothing;
  if (stage === 'refunded' || stage === 'late' || stage === 'taken') return t.countdown.wentBackAll;
  if (stage === 'fault') return t.countdown.faultHelp;
  return order.amount > 0 ? t.countdown.timeLeftKept : '';
}

function useOwedText(order: OrderWithPhone, reader: Role): string {
  const t = useText();
  const format = useFormat();
  const isManager = reader === 'manager';
  const stop = stopOf(order);
  const atCounter = dueAtCounter(order);
  if (atCounter > 0) return isManager ? '' : t.refunds.owedAtCounter(format.money(atCounter, order.currency));
  const atMost = format.money(order.owed ?? 0, order.currency);
  if (!order.owed || (stop !== 'asked' && stop !== 'unanswered')) return '';
  if (stop === 'asked') return t.refunds.owedAfterStop(atMost);
  return isManager
    ? t.refunds.stopUnanswered(atMost)
    : t.refunds.owedUnanswered(order.servicePhone || config.servicePhone);
}
