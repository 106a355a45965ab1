import type { Order } from '@recline/contract/orders';
import type { ReactNode } from 'react';
import { useFormat } from '../../../platform/text.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { useText } from '../../texts/app.ts';
import { type Stage, statusIn } from './order-stage.ts';
import { orderTime } from './order-status.ts';
import { type LabelOf, statusLabel } from './order-words.ts';

export interface OrderFactsProps {
  order: Order;
  stage: Stage;
  labelOf: LabelOf;
  /** The outlet's name, or a link to its location. */
  place: ReactNode;
  /** Whether times can be shown: the server does not know the phone's time zone. */
  timed: boolean;
  /** `glass` is for a night page. */
  kind?: 'plain' | 'glass';
}

export function OrderFacts({ order, stage, labelOf, place, timed, kind = 'glass' }: OrderFactsProps) {
  const t = useText();
  const format = useFormat();
  return (
    <section aria-label={t.countdown.orderInfo}>
      <Facts
        kind={kind}
        rows={[
          [t.countdown.orderNo, order.orderNo],
          [t.countdown.device, order.deviceId],
          [t.countdown.outlet, place],
          [t.countdown.duration, t.countdown.minutes(order.minutes)],
          [t.countdown.amount, format.money(order.amount, order.currency)],
          [t.countdown.payType, labelOf('payType', order.payType)],
          [t.countdown.status, statusLabel({ t, labelOf }, order, statusIn(stage, order))],
          [t.countdown.startedAt, timed && order.startedAt && format.timeWithSeconds(order.startedAt)],
          [t.countdown.gear, labelOf('gear', order.gear)],
          [t.countdown.orderTime, timed && format.dateTime(orderTime(order))],
          [t.countdown.couponNo, order.couponNo],
          [t.countdown.cashCouponNo, order.cashCouponNo],
        ]}
      />
    </section>
  );
}
