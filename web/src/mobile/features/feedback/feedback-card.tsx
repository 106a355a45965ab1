import { tagOf } from '@recline/contract/languages';
import { useId } from 'react';
import { useFormat, useRelativeTime } from '../../../platform/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useSheet } from '../../shell/use-sheet.ts';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import { orderTime, RefundSheet, refundable, statusLabel } from '../orders/index.ts';
import type { FeedbackRow, ListedFeedback } from './feedback.queries.ts';
import styles from './feedback-card.module.css';
import { Media } from './media.tsx';
import { ReplySheet } from './reply-sheet.tsx';

const tones = { new: 'bad', open: 'warn', done: 'good' } as const;

interface FeedbackCardProps {
  feedback: FeedbackRow;
  /** Whether the reader can answer it and refund the order. */
  manages: boolean;
  /** Shows the chair too, and the order if there is one, if the screen does not. */
  about?: ListedFeedback;
}

export function FeedbackCard({ feedback, manages, about }: FeedbackCardProps) {
  const t = useText();
  const ago = useRelativeTime();
  const labelOf = useLabels();
  const facts = useId();
  // A reply is written for the guest, in the guest's language.
  const lang = feedback.language ? tagOf(feedback.language) : undefined;
  // To a guest, their own feedback is not new.
  const status = !manages && feedback.status === 'new' ? t.feedback.awaiting : t.feedback.statuses[feedback.status];
  return (
    // It takes the focus when the focused button disappears, as after a refund.
    <Card
      tabIndex={-1}
      title={labelOf('problem', feedback.problem)}
      aside={<Tag tone={tones[feedback.status]}>{status}</Tag>}
    >
      <div className={styles.card}>
        {feedback.description !== '' && (
          <p className={styles.words} lang={lang}>
            {feedback.description}
          </p>
        )}
        <Media urls={feedback.files} />
        <p className={styles.hint}>{t.feedback.sentAgo(ago(feedback.createdAt))}</p>
        {about && <AboutLine id={facts} {...about} />}
        {manages && feedback.client && <p className={styles.hint}>{feedback.client}</p>}
        {feedback.reply && (
          <blockquote className={styles.reply}>
            <strong>{t.feedback.reply}</strong>
            <p lang={lang}>{feedback.reply}</p>
            {feedback.repliedAt && <p className={styles.hint}>{ago(feedback.repliedAt)}</p>}
          </blockquote>
        )}
        {manages && <Actions feedback={feedback} describedBy={about && facts} />}
      </div>
    </Card>
  );
}

function AboutLine({ id, outletName, deviceId, order }: ListedFeedback & { id: string }) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  return (
    <p id={id} className={styles.order}>
      <strong>{outletName}</strong> · {deviceId}
      <br />
      {!order && t.feedback.noOrder}
      {order && (
        <>
          {t.feedback.orderNo} {order.orderNo}
          <br />
          {format.money(order.amount, order.currency)} · {statusLabel({ t, labelOf }, order)} ·{' '}
          {format.dateTime(orderTime(order))}
        </>
      )}
    </p>
  );
}

interface ActionsProps {
  feedback: FeedbackRow;
  /** In a list, the cards have buttons with equal labels. */
  describedBy: string | undefined;
}

function Actions({ feedback, describedBy }: ActionsProps) {
  const t = useText();
  const reply = useSheet('reply');
  const refund = useSheet('refund');
  const { feedbackId, order } = feedback;
  return (
    <div className={styles.actions}>
      {order && refundable(order) && (
        <Button kind="quiet" size="small" aria-describedby={describedBy} onClick={() => refund.open(feedbackId)}>
          {t.orders.refund}
        </Button>
      )}
      <Button size="small" aria-describedby={describedBy} onClick={() => reply.open(feedbackId)}>
        {feedback.reply ? t.feedback.replyAgain : t.feedback.answer}
      </Button>
      <ReplySheet feedback={feedback} open={reply.about === feedbackId} onClose={reply.close} />
      {order && <RefundSheet order={order} open={refund.about === feedbackId} onClose={refund.close} />}
    </div>
  );
}
