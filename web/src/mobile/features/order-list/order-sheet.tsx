import type { ListedOrder, Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { holdingStatuses, isIn } from '@recline/contract/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../platform/text.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Spread, Stack } from '../../../ui/stack.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useSheet } from '../../shell/use-sheet.ts';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import { SentFeedback } from '../feedback/index.ts';
import {
  GiveBack,
  OrderTag,
  orderTime,
  RefundLines,
  RefundSheet,
  refundable,
  singleOrderQuery,
  useStopNotice,
} from '../orders/index.ts';
import { PlaceLink } from '../outlets/index.ts';
import { ChairOrders } from './chair-orders.tsx';
import styles from './order-sheet.module.css';

interface OrderSheetProps {
  orderId: string | undefined;
  /** The order, if the list contains it. */
  known: ListedOrder | undefined;
  onClose(): void;
}

/** Either may be the older one: the list was fetched a while ago, or the order when it was opened before. */
const newerOf = (known: ListedOrder | undefined, fetched: Order | undefined): Order | undefined =>
  known && fetched && known.serverTime < fetched.serverTime ? fetched : (known ?? fetched);

export function OrderSheet({ orderId, known, onClose }: OrderSheetProps) {
  const t = useText();
  // Some servers omit guests in lists.
  const { data, error, refetch } = useQuery({ ...singleOrderQuery(orderId ?? ''), enabled: orderId !== undefined });
  const order = newerOf(known, data);
  return (
    <Dialog
      open={orderId !== undefined}
      onClose={onClose}
      title={order ? t.orders.detailsOf(order.orderNo.slice(-4)) : t.orders.details}
    >
      {!order && !error && <LoadingState />}
      {!order && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {order && <OrderDetails order={order} guestMobile={data?.guestMobile ?? known?.guestMobile} />}
    </Dialog>
  );
}

/** Everything for handling a complaint: the order, the actions, the guest's text, and the chair's other orders. */
function OrderDetails({ order, guestMobile }: DetailsProps) {
  const format = useFormat();
  const labelOf = useLabels();
  return (
    <Stack>
      <Spread>
        <span className={`number ${styles.amount}`}>{format.money(order.amount, order.currency)}</span>
        <OrderTag order={order} />
      </Spread>
      <RefundLines order={order} reader="manager" labelOf={labelOf} />
      <StopNotice order={order} />
      <GiveBack order={order} />
      <ListedActions order={order} />
      {order.feedbackId !== null && <SentFeedback order={order} />}
      <ListedFacts order={order} guestMobile={guestMobile} />
      <ChairOrders order={order} />
    </Stack>
  );
}

function StopNotice({ order }: { order: Order }) {
  const notice = useStopNotice(order);
  return notice && <p role="status">{notice}</p>;
}

interface DetailsProps {
  order: Order;
  /** Masked; null for a guest without a number. */
  guestMobile: string | null | undefined;
}

function ListedFacts({ order, guestMobile }: DetailsProps) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  return (
    <Facts
      rows={[
        [t.orders.orderNo, order.orderNo],
        [t.orders.guestMobile, guestMobile],
        [t.orders.type, labelOf('orderType', order.type)],
        [t.orders.payType, labelOf('payType', order.payType)],
        [t.orders.refundedAmount, order.refundedAmount > 0 && format.money(order.refundedAmount, order.currency)],
        [t.orders.outlet, <PlaceLink key="place" outletId={order.outletId} name={order.outletName} />],
        [t.orders.device, `${order.deviceId} · ${order.deviceName}`],
        [t.orders.gear, labelOf('gear', order.gear)],
        [t.orders.duration, t.orders.minutes(order.minutes)],
        [t.orders.orderTime, format.dateTime(orderTime(order))],
        [t.orders.endedAt, order.endedAt && format.dateTime(order.endedAt)],
        [t.orders.couponNo, order.couponNo],
        [t.orders.couponProperty, order.couponProperty && labelOf('couponProperty', order.couponProperty)],
        [t.orders.cashCouponNo, order.cashCouponNo],
      ]}
    />
  );
}

/**
 * The countdown of an active order, and the refund of one with money left. With feedback, the refund is on the feedback
 * card.
 */
function ListedActions({ order }: { order: Order }) {
  const t = useText();
  const refund = useSheet('refund');
  return (
    <>
      {isIn(holdingStatuses, order.status) && (
        <Link to={pages.countdown} search={{ orderId: order.orderId }} className={buttonClass()}>
          {t.orders.countdown}
        </Link>
      )}
      {order.feedbackId === null && refundable(order) && (
        <Button kind="quiet" onClick={() => refund.open(order.orderId)}>
          {t.orders.refund}
        </Button>
      )}
      <RefundSheet
        order={order}
        open={order.feedbackId === null && refund.about === order.orderId}
        onClose={refund.close}
      />
    </>
  );
}
