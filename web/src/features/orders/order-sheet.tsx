import type { Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { holdingStatuses, isIn } from '@recline/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat, useText } from '../../platform/text.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Spread, Stack } from '../../ui/stack.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useLabels } from '../dictionary/index.ts';
import { PlaceLink } from '../outlets/index.ts';
import styles from './order-list.module.css';
import { singleOrderQuery } from './order-list.queries.ts';
import { statusTones } from './order-status.ts';

interface OrderSheetProps {
  orderId: string | undefined;
  /** The order, where the list has it. */
  known: Order | undefined;
  onClose(): void;
}

export function OrderSheet({ orderId, known, onClose }: OrderSheetProps) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    ...singleOrderQuery(orderId ?? ''),
    enabled: orderId !== undefined && !known,
  });
  const order = known ?? data;
  return (
    <Dialog open={orderId !== undefined} onClose={onClose} title={t.orders.details}>
      {!order && !error && <LoadingState />}
      {!order && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {order && <OrderDetails order={order} />}
    </Dialog>
  );
}

function OrderDetails({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  const at = (instant: string | null) => instant && format.dateTime(instant);
  return (
    <Stack>
      <Spread>
        <span className={`number ${styles.amount}`}>{format.money(order.amount, order.currency)}</span>
        <Tag tone={statusTones[order.status]}>{labelOf('orderStatus', order.status)}</Tag>
      </Spread>
      <Facts
        rows={[
          [t.orders.orderNo, order.orderNo],
          [t.orders.type, labelOf('orderType', order.type)],
          [t.orders.payType, labelOf('payType', order.payType)],
          [t.orders.outlet, <PlaceLink key="place" outletId={order.outletId} name={order.outletName} />],
          [t.orders.device, `${order.deviceId} · ${order.deviceName}`],
          [t.orders.gear, labelOf('gear', order.gear)],
          [t.orders.duration, t.orders.minutes(order.minutes)],
          [t.orders.createdAt, at(order.createdAt)],
          [t.orders.startedAt, at(order.startedAt)],
          [t.orders.endedAt, at(order.endedAt)],
          [t.orders.couponNo, order.couponNo],
          [t.orders.couponProperty, order.couponProperty && labelOf('couponProperty', order.couponProperty)],
          [t.orders.cashCouponNo, order.cashCouponNo],
        ]}
      />
      <OrderLinks order={order} />
    </Stack>
  );
}

/** Links to the countdown of an active order and to the feedback on it. */
function OrderLinks({ order }: { order: Order }) {
  const t = useText();
  const holdsChair = isIn(holdingStatuses, order.status);
  return (
    <>
      {holdsChair && (
        <Link to={pages.countdown} search={{ orderId: order.orderId }} className={buttonClass()}>
          {t.orders.countdown}
        </Link>
      )}
      {order.feedbackId !== null && (
        <Link
          to={pages.feedbackList}
          search={{ outletId: order.outletId }}
          className={buttonClass({ kind: holdsChair ? 'quiet' : 'primary' })}
        >
          {t.orders.feedback}
        </Link>
      )}
    </>
  );
}
