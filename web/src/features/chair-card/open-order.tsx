import type { Card } from '@recline/contract/chair-card';
import { pages, pageUrl } from '@recline/contract/pages';
import { useText } from '../../platform/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './sticker.module.css';

/** A link to an order of the caller's that is open elsewhere: running, or waiting for its payment. */
export function OpenOrder({ card }: { card: Card }) {
  const t = useText();
  const orderId = card.runningOrderId ?? card.unpaidOrderId;
  if (orderId === null) return null;
  return (
    <a className={styles.openOrder} href={pageUrl(pages.countdown, { orderId })}>
      <Icon name="clock" />
      <span>{card.runningOrderId ? t.sticker.runningOrder : t.sticker.unpaidOrder}</span>
      <Icon name="chevron" size={16} />
    </a>
  );
}
