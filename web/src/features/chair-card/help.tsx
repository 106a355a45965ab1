import type { Card } from '@recline/contract/chair-card';
import { pages, pageUrl } from '@recline/contract/pages';
import { useText } from '../../platform/text.tsx';
import { CallLink, isCalledFirst } from './call-link.tsx';
import styles from './sticker.module.css';

/** Whom to call, and where to report a chair that is broken or took a coin for nothing. */
export function Help({ card }: { card: Card }) {
  const t = useText();
  return (
    <p className={styles.help}>
      <a className={styles.link} href={pageUrl(pages.feedback, { deviceId: card.deviceId })}>
        {t.sticker.report}
      </a>
      {!isCalledFirst(card) && <CallLink card={card} className={styles.link} />}
    </p>
  );
}
