import type { Role } from '@recline/contract/session';
import { config } from '../../../platform/config.ts';
import { useFormat } from '../../../platform/text.tsx';
import { useText } from '../../texts/app.ts';
import type { LabelOf } from './order-words.ts';
import { type RefundNews, refundNews } from './refund-news.ts';
import type { OrderWithPhone } from './remaining-time.ts';

interface RefundLinesProps {
  order: OrderWithPhone;
  /** Who reads it. */
  reader: Role;
  labelOf: LabelOf;
  /** Whether times can be shown. */
  timed?: boolean;
  className?: string | undefined;
}

/** A sentence about each refund: on its way, done, or failed, with the phone number. */
export function RefundLines({ className, ...told }: RefundLinesProps) {
  const sentence = useRefundSentence(told);
  return refundNews(told.order).map((news, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: refunds are only ever added
    <p key={index} className={className}>
      {sentence(news)}
    </p>
  ));
}

const handedOver = ['cash', 'coin', 'hand'];

function useRefundSentence({ order: { currency, servicePhone }, reader, labelOf, timed = true }: RefundLinesProps) {
  const t = useText();
  const format = useFormat();
  return ({ amount, state, way, at }: RefundNews): string => {
    const money = format.money(amount, currency);
    const when = at && timed ? format.dateTime(at) : '';
    // The outlet's phone is the manager's own.
    if (state === 'failed' && reader === 'manager') return t.refunds.failedForManager(money, config.servicePhone);
    if (state === 'failed') return t.refunds.failed(money, servicePhone || config.servicePhone);
    if (state === 'done' && handedOver.includes(way)) return t.refunds.handedOver(money, when);
    const told = state === 'done' ? t.refunds.done : t.refunds.going;
    return told(money, labelOf('payType', way), when, reader === 'consumer');
  };
}
