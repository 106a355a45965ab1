import type { Card } from '@recline/contract/chair-card';
import { useText } from '../../platform/text.tsx';
import styles from './sticker.module.css';

/** Whom to call. */
export function Help({ card }: { card: Card }) {
  const t = useText();
  if (!card.servicePhone) return null;
  return (
    <p className={styles.help}>
      <a className={styles.link} href={`tel:${card.servicePhone.replace(/[^\d+]/g, '')}`}>
        {t.sticker.call(card.servicePhone)}
      </a>
    </p>
  );
}
