import type { ChairCard, ChairPageState } from '@recline/contract/chair-page';
import { browserKind } from '../../../platform/browser-kind.ts';
import { Notice } from '../../../ui/notice.tsx';
import { storedToken } from '../../data/token.ts';
import { useText } from '../../texts/chair-page.ts';
import { lastRole } from '../session/index.ts';
import { OpenOutside } from './open-outside.tsx';
import { StartForm } from './paying/start-form.tsx';
import type { UnpaidOrder } from './unpaid-order.ts';
import { useOnPhone } from './use-on-phone.ts';

interface StartPanelProps {
  card: ChairCard;
  unpaid: UnpaidOrder | null;
  state: ChairPageState;
  refresh(): Promise<void>;
}

const isManager = () => storedToken.get() !== null && lastRole.get() === 'manager';

/** A free chair: packages, the payment method, and one button. */
export function StartPanel(props: StartPanelProps) {
  const t = useText();
  const manager = useOnPhone(isManager, false);
  const browser = useOnPhone(() => browserKind, 'other');
  const { card } = props;
  if (card.prices.length === 0)
    return <Notice drawing="priceList" title={t.chairPage.noPrices.title} text={t.chairPage.noPrices.text} />;
  if (!manager && browser !== 'other' && card.payTypes.length === 0) return <OpenOutside browser={browser} />;
  return <StartForm {...props} manager={manager} />;
}
