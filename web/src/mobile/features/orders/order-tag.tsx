import type { Order } from '@recline/contract/orders';
import { Tag } from '../../../ui/tag.tsx';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import type { Stage } from './order-stage.ts';
import { statusTones } from './order-status.ts';
import { refundNews } from './refund-news.ts';

/** The label of a status. An order whose money is not back yet is not called refunded. */
export function useStatusLabel() {
  const t = useText();
  const labelOf = useLabels();
  return (order: Order, status: Order['status'] = order.status): string => {
    if (status !== 'refunded' || order.payment !== 'refunding') return labelOf('orderStatus', status);
    return refundNews(order).some(({ state }) => state === 'failed') ? t.refunds.failedTag : t.refunds.goingTag;
  };
}

export const OrderTag = ({ order }: { order: Order }) => (
  <Tag tone={statusTones[order.status]}>{useStatusLabel()(order)}</Tag>
);

/** The title of a stage; of a refunded order, where its money is. */
export function useStageTitle() {
  const t = useText();
  const labelOf = useStatusLabel();
  return (order: Order, stage: Stage): string =>
    stage === 'refunded' ? labelOf(order, 'refunded') : t.countdown.stages[stage].title;
}
