import type { ChairCard } from '@recline/contract/chair-page';
import { Card } from '../../../ui/card.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useText } from '../../texts/chair-page.ts';
import styles from './chair-head.module.css';

const tones = { free: 'good', inUse: 'warn', offline: 'plain', fault: 'bad', closed: 'plain', yours: 'brand' } as const;

/** The scanned chair: number, place and state. */
export function ChairHead({ card, offline }: { card: ChairCard; offline: boolean }) {
  const t = useText();
  return (
    <Card>
      <h2 className={styles.chairTitle}>
        <span className="number">{card.deviceId}</span>
        <Tag tone={tones[card.state]}>{t.chairPage.states[card.state]}</Tag>
      </h2>
      <p className={styles.place}>
        {card.outletName} · {card.name}
      </p>
      <p role="status" className={offline ? styles.offline : undefined}>
        {offline && t.chairPage.retrying}
      </p>
    </Card>
  );
}
