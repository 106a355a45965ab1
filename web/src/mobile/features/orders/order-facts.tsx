import type { Order } from '@recline/contract/orders';
import { useFormat } from '../../../platform/text.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import { PlaceLink } from '../outlets/index.ts';
import { orderTime } from './order-status.ts';
import { useStatusLabel } from './order-tag.tsx';

interface OrderFactsProps {
  order: Order;
  status: Order['status'];
  /** Without a session: the outlet's page needs one. */
  visitor: boolean;
}

export function OrderFacts({ order, status, visitor }: OrderFactsProps) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  const statusLabel = useStatusLabel();
  const place = <PlaceLink outletId={order.outletId} name={order.outletName} onNight />;
  return (
    <section aria-label={t.countdown.orderInfo}>
      <Facts
        kind="glass"
        rows={[
          [t.countdown.orderNo, order.orderNo],
          [t.countdown.device, order.deviceId],
          [t.countdown.outlet, visitor ? order.outletName : place],
          [t.countdown.duration, t.countdown.minutes(order.minutes)],
          [t.countdown.amount, format.money(order.amount, order.currency)],
          [t.countdown.payType, labelOf('payType', order.payType)],
          [t.countdown.status, statusLabel(order, status)],
          [t.countdown.startedAt, order.startedAt && format.timeWithSeconds(order.startedAt)],
          [t.countdown.gear, labelOf('gear', order.gear)],
          [t.countdown.orderTime, format.dateTime(orderTime(order))],
          [t.countdown.couponNo, order.couponNo],
          [t.countdown.cashCouponNo, order.cashCouponNo],
        ]}
      />
    </section>
  );
}
