import type { Order } from '@recline/contract/orders';
import { useFormat } from '../../../platform/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { useText } from '../../texts/app.ts';
import { orderTime } from '../orders/index.ts';
import { PlaceLink } from '../outlets/index.ts';

/** The order that the feedback is about, with the current time while it is being written. */
export function FeedbackOrder({ order, feedbackTime }: { order: Order; feedbackTime?: Date }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card aria-label={t.feedback.order}>
      <Facts
        rows={[
          [t.feedback.orderNo, order.orderNo],
          [t.feedback.outlet, <PlaceLink key="place" outletId={order.outletId} name={order.outletName} />],
          [t.feedback.device, order.deviceId],
          [t.feedback.amount, format.money(order.amount, order.currency)],
          [t.feedback.orderTime, format.dateTime(orderTime(order))],
          [t.feedback.feedbackTime, feedbackTime && format.dateTime(feedbackTime)],
        ]}
      />
    </Card>
  );
}
