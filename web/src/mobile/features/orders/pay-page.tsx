import type { Order } from '@recline/contract/orders';
import { pages, pageUrl } from '@recline/contract/pages';
import type { PayPageState } from '@recline/contract/pay-form';
import { formatDuration } from '../../../platform/duration.ts';
import { useFormat } from '../../../platform/text.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { PageFrame } from '../../shell/page-frame.tsx';
import { useText } from '../../texts/app.ts';
import { isOpen, type Stage, stageAt } from './order-stage.ts';
import { paymentReturnOf } from './payment-return.ts';
import { remainingMs } from './remaining-time.ts';

const stageOf = (order: Order): Stage => stageAt(order, Date.parse(order.serverTime));

/** Where the page goes by itself: to the provider, or to itself while something is still to come. */
export function refreshOf({
  order,
  onward,
  wait,
  address,
}: PayPageState): { seconds: number; url: string } | undefined {
  if (onward?.kind === 'redirect') return { seconds: 0, url: onward.url };
  if (wait !== null) return { seconds: Math.min(wait, 5), url: address };
  const stage = order && stageOf(order);
  if (!stage || !isOpen(stage)) return undefined;
  return { seconds: stage === 'running' ? 30 : 3, url: address };
}

const drawings = {
  finished: 'massage',
  running: 'massage',
  taken: 'inUse',
  failed: 'device',
  fault: 'device',
} as const satisfies Partial<Record<Stage, string>>;

/** An order in a browser without scripts, rendered by the server: the way to its payment, then how it goes on. */
export function PayPage({ state: { order, onward, wait, payTypeLabel } }: { state: PayPageState }) {
  const t = useText();
  if (!order)
    return (
      <PageFrame title={t.countdown.title}>
        <Notice drawing="notFound" title={t.countdown.unknown} text={t.countdown.unknownText} />
      </PageFrame>
    );
  const stage = stageOf(order);
  const { title, text: usual } = t.countdown.stages[stage];
  const text = wait === null ? usual : t.countdown.payTurn(wait);
  return (
    <PageFrame title={t.countdown.title}>
      {onward?.kind === 'qr' ? (
        <Card title={t.countdown.payCode.title}>
          <QrCode text={onward.text} label={t.countdown.payCode.title} />
          <p>{t.countdown.payCode.hint(payTypeLabel)}</p>
        </Card>
      ) : (
        <Notice drawing={drawings[stage as keyof typeof drawings] ?? 'inUse'} title={title} text={text}>
          {wait === null && <Next order={order} stage={stage} onward={onward} />}
        </Notice>
      )}
      <Bought order={order} />
    </PageFrame>
  );
}

interface NextProps {
  order: Order;
  stage: Stage;
  onward: PayPageState['onward'];
}

/** What to do at this stage. */
function Next({ order, stage, onward }: NextProps) {
  const t = useText();
  const format = useFormat();
  if (stage === 'running')
    return (
      <p>
        {t.countdown.remaining}{' '}
        <time className="number">{formatDuration(remainingMs(order, Date.parse(order.serverTime)))}</time>
      </p>
    );
  if (onward?.kind === 'redirect')
    return (
      <a className={buttonClass()} href={onward.url}>
        {t.countdown.pay(format.money(order.amount, order.currency))}
      </a>
    );
  if (stage === 'confirming' || stage === 'starting') return null;
  return (
    <>
      {stage === 'failed' && <p>{t.countdown.moneyBack[paymentReturnOf(order, 'consumer')]}</p>}
      <a className={buttonClass()} href={pageUrl(pages.index, { deviceId: order.deviceId })}>
        {stage === 'finished' || stage === 'stopped' ? t.countdown.startAgain : t.countdown.payAnew}
      </a>
    </>
  );
}

function Bought({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card>
      <h2>
        <span className="number">{order.deviceId}</span>
      </h2>
      <p>
        {order.outletName} · {t.countdown.minutes(order.minutes)} · {format.money(order.amount, order.currency)}
      </p>
      <p>
        {t.countdown.orderNo} {order.orderNo}
      </p>
    </Card>
  );
}
