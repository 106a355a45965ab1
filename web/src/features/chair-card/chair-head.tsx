import type { Card as ChairCard } from '@recline/contract/chair-card';
import { useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './sticker.module.css';

const tones = { free: 'good', inUse: 'warn', offline: 'plain', fault: 'bad', yours: 'brand' } as const;

/** The scanned chair: number, place and state. */
export function ChairHead({ card, offline }: { card: ChairCard; offline: boolean }) {
  const t = useText();
  return (
    <Card>
      <h2 className={styles.chairTitle}>
        <span className="number">{card.deviceId}</span>
        <Tag tone={tones[card.state]}>{t.sticker.states[card.state]}</Tag>
      </h2>
      <p className={styles.place}>
        {card.outletName} · {card.name}
      </p>
      <p role="status" className={offline ? styles.offline : undefined}>
        {offline && t.sticker.retrying}
      </p>
    </Card>
  );
}
