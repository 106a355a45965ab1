import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../../ui/card.tsx';
import { Spread } from '../../../ui/stack.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useText } from '../../texts/app.ts';
import { scannedChair } from '../session/index.ts';
import styles from './chosen-chair.module.css';
import { labelQuery } from './starting.queries.ts';

/** The chosen chair, with a link to choose another. */
export function ChosenChair({ deviceId, free }: { deviceId: string; free: boolean }) {
  const t = useText();
  const { data: label } = useQuery(labelQuery(deviceId));
  return (
    <Card>
      <Spread>
        <div className={styles.chair}>
          <h2 className={styles.chairTitle}>
            {deviceId} {free && <Tag tone="good">{t.quickStart.idle}</Tag>}
          </h2>
          <p className={styles.chairPlace}>{label ? `${label.outletName} · ${label.name}` : '\u00a0'}</p>
        </div>
        <Link to={pages.quickStart} replace className={styles.rescan} onClick={() => scannedChair.remove()}>
          {t.quickStart.rescan}
        </Link>
      </Spread>
    </Card>
  );
}
