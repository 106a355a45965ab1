import type { Order } from '@recline/contract/orders';
import { countedStatuses, isIn } from '@recline/contract/values';
import { useState } from 'react';
import { useFormat, useRelativeTime, useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useLabels } from '../dictionary/index.ts';
import styles from './feedback.module.css';
import type { FeedbackRow, ListedFeedback } from './feedback.queries.ts';
import { Media } from './media.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { ReplySheet } from './reply-sheet.tsx';

const tones = { new: 'bad', open: 'warn', done: 'good' } as const;

interface FeedbackCardProps {
  feedback: FeedbackRow;
  /** Whether the reader can answer it and refund the order. */
  manages: boolean;
  /** Shows the chair too, and the order if there is one, where the screen does not. */
  about?: ListedFeedback;
}

export function FeedbackCard({ feedback, manages, about }: FeedbackCardProps) {
  const t = useText();
  const ago = useRelativeTime();
  const labelOf = useLabels();
  return (
    <Card
      title={labelOf('problem', feedback.problem)}
      aside={<Tag tone={tones[feedback.status]}>{t.feedback.statuses[feedback.status]}</Tag>}
    >
      <div className={styles.card}>
        {feedback.description !== '' && <p className={styles.words}>{feedback.description}</p>}
        <Media urls={feedback.files} />
        <p className={styles.hint}>{t.feedback.sentAgo(ago(feedback.createdAt))}</p>
        {about && <AboutLine {...about} />}
        {feedback.reply && (
          <blockquote className={styles.reply}>
            <strong>{t.feedback.reply}</strong>
            <p>{feedback.reply}</p>
            {feedback.repliedAt && <p className={styles.hint}>{ago(feedback.repliedAt)}</p>}
          </blockquote>
        )}
        {manages && <Actions feedback={feedback} />}
      </div>
    </Card>
  );
}

function AboutLine({ outletName, deviceId, order }: ListedFeedback) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  return (
    <p className={styles.order}>
      <strong>{outletName}</strong> · {deviceId}
      <br />
      {!order && t.feedback.noOrder}
      {order && (
        <>
          {t.feedback.orderNo} {order.orderNo}
          <br />
          {format.money(order.amount, order.currency)} · {labelOf('orderStatus', order.status)} ·{' '}
          {format.dateTime(order.startedAt ?? order.createdAt)}
        </>
      )}
    </p>
  );
}

/** Only money that was received and not refunded yet can be refunded. */
const canRefund = ({ status, amount }: Order) => amount > 0 && isIn(countedStatuses, status);

function Actions({ feedback }: { feedback: FeedbackRow }) {
  const t = useText();
  const [open, setOpen] = useState<'reply' | 'refund' | null>(null);
  const close = () => setOpen(null);
  const { order } = feedback;
  return (
    <div className={styles.actions}>
      {order && canRefund(order) && (
        <Button kind="quiet" size="small" onClick={() => setOpen('refund')}>
          {t.feedback.refund}
        </Button>
      )}
      <Button size="small" onClick={() => setOpen('reply')}>
        {feedback.reply ? t.feedback.replyAgain : t.feedback.answer}
      </Button>
      <ReplySheet feedback={feedback} open={open === 'reply'} onClose={close} />
      {order && <RefundDialog order={order} open={open === 'refund'} onClose={close} />}
    </div>
  );
}
