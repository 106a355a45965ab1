import type { StickerState } from '@recline/contract/chair-card';
import { useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ToastRegion } from '../../ui/toast-region.tsx';
import { Adverts } from './adverts.tsx';
import { ChairHead } from './chair-head.tsx';
import { Help } from './help.tsx';
import { LanguageSelect } from './language-select.tsx';
import { NoChair } from './no-chair.tsx';
import { OpenOrder } from './open-order.tsx';
import { StartPanel } from './start-panel.tsx';
import { UnavailableChair } from './unavailable-chair.tsx';
import { type CardView, useCard } from './use-card.ts';

/** The page that a chair's code opens: rendered by the server, hydrated, for everybody. */
export function StickerScreen({ state }: { state: StickerState }) {
  const t = useText();
  const { refresh, ...view } = useCard(state);
  return (
    <>
      <PageFrame title={t.sticker.title} action={<LanguageSelect />}>
        <Content view={view} labels={state.labels} refresh={refresh} />
      </PageFrame>
      <ToastRegion />
    </>
  );
}

interface ContentProps {
  view: CardView;
  labels: StickerState['labels'];
  refresh(): Promise<void>;
}

function Content({ view: { card, problem, message }, labels, refresh }: ContentProps) {
  if (card === null && problem === null) return <Loading />;
  if (card === null) return <NoChair problem={problem ?? 'network'} message={message} onRetry={refresh} />;
  return (
    <>
      <OpenOrder card={card} />
      <ChairHead card={card} offline={problem === 'network'} />
      {card.state === 'free' ? (
        <StartPanel key={card.deviceId} card={card} labels={labels} refresh={refresh} />
      ) : (
        <UnavailableChair card={card} onRetry={refresh} />
      )}
      <Adverts adverts={card.adverts} />
      <Help card={card} />
    </>
  );
}

function Loading() {
  const t = useText();
  return (
    <Card role="status">
      <span className="hidden-text">{t.sticker.loading}</span>
      <Skeleton lines={6} />
    </Card>
  );
}
