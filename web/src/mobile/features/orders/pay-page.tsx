import type { Order } from '@recline/contract/orders';
import { pages, pageUrl } from '@recline/contract/pages';
import type { PayPageState } from '@recline/contract/pay-form';
import type { AppTexts } from '../../../../locales/index.ts';
import { labelIn } from '../../../platform/label-in.ts';
import { useFormat } from '../../../platform/text.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { PageFrame } from '../../shell/page-frame.tsx';
import { useText } from '../../texts/app.ts';
import { NightHint } from './night-hint.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderProgress } from './order-progress.tsx';
import { isOpen, type Stage, stageAt } from './order-stage.ts';
import { pageTitle, type Words } from './order-words.ts';

const stageOf = (order: Order): Stage => stageAt(order, Date.parse(order.serverTime));

/** The automatic refresh: to the provider, or to the page itself while the order will still change. */
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

const wordsOf = ({ labels }: PayPageState, t: AppTexts): Words => ({
  t,
  labelOf: (list, value) => labelIn(labels[list], value),
});

export const titleOf = (state: PayPageState, t: AppTexts): string =>
  state.order ? pageTitle(wordsOf(state, t), state.order, stageOf(state.order)) : t.countdown.title;

/** An order in a browser without scripts, rendered by the server: the way to its payment, then its progress. */
export function PayPage({ state }: { state: PayPageState }) {
  const t = useText();
  const { order, onward, wait } = state;
  const title = titleOf(state, t);
  if (!order)
    return (
      <PageFrame title={title}>
        <Notice drawing="notFound" title={t.countdown.unknown} text={t.countdown.unknownText} />
      </PageFrame>
    );
  const stage = stageOf(order);
  const { labelOf } = wordsOf(state, t);
  // The server does not know the time zone of the phone.
  const facts = { order, stage, labelOf, place: order.outletName, timed: false };
  if (onward?.kind === 'qr' || onward?.kind === 'redirect')
    return (
      <PageFrame title={title}>
        {onward.kind === 'qr' && (
          <Card title={t.countdown.payCode.title}>
            <QrCode text={onward.text} label={t.countdown.payCode.title} />
            <p>{t.countdown.payCode.hint(labelOf('payType', order.payType))}</p>
          </Card>
        )}
        <Card>
          <OrderFacts {...facts} kind="plain" />
        </Card>
        {onward.kind === 'redirect' && <Onward order={order} url={onward.url} />}
      </PageFrame>
    );
  return (
    <PageFrame title={title} kind="night">
      <OrderProgress {...facts} now={Date.parse(order.serverTime)} reader="consumer">
        {wait === null ? <Next order={order} stage={stage} /> : <NightHint>{t.countdown.payTurn(wait)}</NightHint>}
      </OrderProgress>
    </PageFrame>
  );
}

/** Followed automatically; the page is visible until the provider's loads. */
function Onward({ order, url }: { order: Order; url: string }) {
  const t = useText();
  const format = useFormat();
  return (
    <a className={buttonClass()} href={url}>
      {t.countdown.pay(format.money(order.amount, order.currency))}
    </a>
  );
}

/** The one action at this stage, if any. */
function Next({ order, stage }: { order: Order; stage: Stage }) {
  const t = useText();
  if (stage !== 'pending' && isOpen(stage)) return null;
  return (
    <a className={buttonClass({ kind: 'mint' })} href={pageUrl(pages.index, { deviceId: order.deviceId })}>
      {stage === 'finished' || stage === 'stopped' ? t.countdown.startAgain : t.countdown.payAnew}
    </a>
  );
}
