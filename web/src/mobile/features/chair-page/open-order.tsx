import type { ChairCard } from '@recline/contract/chair-page';
import { pages, pageUrl } from '@recline/contract/pages';
import { Icon } from '../../../ui/icon.tsx';
import { useText } from '../../texts/chair-page.ts';
import styles from './open-order.module.css';

/** A link to an order of the caller's that is open elsewhere: running, or waiting for its payment. */
export function OpenOrder({ card }: { card: ChairCard }) {
  const t = useText();
  const orderId = card.runningOrderId ?? card.unpaidOrderId;
  if (orderId === null) return null;
  return (
    <a className={styles.openOrder} href={pageUrl(pages.countdown, { orderId })}>
      <Icon name="clock" />
      <span>{card.runningOrderId ? t.chairPage.runningOrder : t.chairPage.unpaidOrder}</span>
      <Icon name="chevron" size={16} />
    </a>
  );
}
