import type { Order } from '@recline/contract/orders';
import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { config } from '../../../platform/config.ts';
import { useFormat } from '../../../platform/text.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { useText } from '../../texts/app.ts';
import { useUser } from '../session/index.ts';
import { chairPageOf } from './chair-page.ts';
import { EndOrder } from './end-order.tsx';
import { FreeChairs } from './free-chairs.tsx';
import { GiveBack } from './give-back.tsx';
import styles from './order-actions.module.css';
import { FeedbackLink } from './order-links.tsx';
import { isOpen, type Stage } from './order-stage.ts';
import { acceptsFeedback } from './order-status.ts';
import { PayOrder } from './pay-order.tsx';
import { refundAtStop } from './stop-refund.ts';

interface OrderActionsProps {
  order: Order;
  stage: Stage;
  now: number;
  /** The chair reports a fault, so another one is offered. */
  faulty: boolean;
  visitor: boolean;
  /** The reader placed the order: only they can send feedback on it. */
  own: boolean;
}

const elsewhereStages: readonly Stage[] = ['failed', 'fault', 'taken'];

/** The next actions. A payment that is being confirmed is not offered again. */
export function OrderActions({ order, stage, now, faulty, visitor, own }: OrderActionsProps) {
  const t = useText();
  const manager = useUser()?.role === 'manager';
  const elsewhere = faulty || elsewhereStages.includes(stage);
  return (
    <footer className={styles.actions}>
      <Stack gap="s">
        {stage === 'pending' && !visitor && (
          <>
            <PayOrder order={order} />
            <EndOrder order={order} action="giveUp" text={t.countdown.giveUpText} />
          </>
        )}
        {stage === 'confirming' && !visitor && (
          <EndOrder order={order} action="notPaid" text={t.countdown.notPaidText} />
        )}
        {stage === 'running' && !visitor && <StopOrder order={order} now={now} />}
        {manager && !visitor && <GiveBack order={order} />}
        {!isOpen(stage) && <WhatNext order={order} elsewhere={elsewhere} />}
      </Stack>
      {!visitor && acceptsFeedback(order.status) && (own || order.feedbackId !== null) && (
        <FeedbackLink order={order} />
      )}
    </footer>
  );
}

function StopOrder({ order, now }: { order: Order; now: number }) {
  const t = useText();
  const format = useFormat();
  const guest = useUser()?.role !== 'manager';
  const refund = guest ? refundAtStop(order, config.stopRefund, now) : 0;
  const text = refund > 0 ? t.countdown.stopRefund(format.money(refund, order.currency)) : t.countdown.stopText;
  return <EndOrder order={order} action="stop" text={text} />;
}

/** A guest goes to a chair's own page, this one's or a free one's; a manager to the cash start. */
function WhatNext({ order, elsewhere }: { order: Order; elsewhere: boolean }) {
  const t = useText();
  const manager = useUser()?.role === 'manager';
  if (manager)
    return (
      <Link
        to={pages.quickStart}
        search={elsewhere ? {} : { deviceId: order.deviceId }}
        replace
        className={buttonClass({ kind: 'mint' })}
      >
        {elsewhere ? t.countdown.otherDevice : t.countdown.startAgain}
      </Link>
    );
  if (elsewhere) return <FreeChairs order={order} />;
  return (
    <a href={chairPageOf(order)} className={buttonClass({ kind: 'mint' })}>
      {t.countdown.startAgain}
    </a>
  );
}
