import type { ChairCard, ChairPageState } from '@recline/contract/chair-page';
import { Notice } from '../../../ui/notice.tsx';
import { ToastRegion } from '../../../ui/toast-region.tsx';
import { PageFrame } from '../../shell/page-frame.tsx';
import { useText } from '../../texts/chair-page.ts';
import { Adverts } from './adverts.tsx';
import { ChairHead } from './chair-head.tsx';
import { FindChair } from './find-chair.tsx';
import { Help } from './help.tsx';
import { LanguageSelect } from './language-select.tsx';
import { LoadingChair } from './loading-chair.tsx';
import { NoChair } from './no-chair.tsx';
import { OpenOrder } from './open-order.tsx';
import { OperatorLine } from './operator-line.tsx';
import { StartPanel } from './start-panel.tsx';
import { UnavailableChair } from './unavailable-chair.tsx';
import type { UnpaidOrder } from './unpaid-order.ts';
import { type CardView, useCard } from './use-card.ts';
import { useLabels } from './use-labels.ts';
import { useWrongOutlet } from './use-wrong-outlet.ts';

/** The page that a chair's code opens: rendered by the server, hydrated, for everybody. */
export function ChairPageScreen({ state: sent }: { state: ChairPageState }) {
  const t = useText();
  const labels = useLabels(sent);
  const state = { ...sent, labels };
  const { refresh, ...view } = useCard(sent);
  return (
    <>
      <PageFrame title={t.chairPage.title} chair={view.card?.deviceId} action={<LanguageSelect />}>
        <Content view={view} state={state} refresh={refresh} />
        {state.operator && <OperatorLine operator={state.operator} />}
      </PageFrame>
      <ToastRegion />
    </>
  );
}

interface ContentProps {
  view: CardView;
  state: ChairPageState;
  refresh(): Promise<void>;
}

function Content({ view: { card, unpaid, problem, message }, state, refresh }: ContentProps) {
  if (card === null && problem === null) return <LoadingChair />;
  if (problem === 'noChair') return <FindChair />;
  if (card === null) return <NoChair problem={problem ?? 'network'} message={message} onRetry={refresh} />;
  return (
    <>
      {unpaid === null && <OpenOrder card={card} />}
      <ChairHead card={card} offline={problem === 'network'} />
      <ChairActions card={card} unpaid={unpaid} state={state} refresh={refresh} />
      <Adverts adverts={card.adverts} />
      <Help card={card} />
    </>
  );
}

interface ChairActionsProps {
  card: ChairCard;
  unpaid: UnpaidOrder | null;
  state: ChairPageState;
  refresh(): Promise<void>;
}

/** What can be done with the chair now. */
function ChairActions({ card, unpaid, state, refresh }: ChairActionsProps) {
  const t = useText();
  const member = useWrongOutlet(card);
  if (member !== null)
    return (
      <div role="alert">
        <Notice drawing="branch" title={t.chairPage.branch.title} text={t.chairPage.branch.text(member)} />
      </div>
    );
  if (card.state === 'free')
    return <StartPanel key={card.deviceId} card={card} unpaid={unpaid} state={state} refresh={refresh} />;
  return <UnavailableChair card={card} onRetry={refresh} />;
}
