import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keys, local } from '../../platform/storage.ts';
import { useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Spread } from '../../ui/stack.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './quick-start.module.css';
import { labelQuery } from './starting.queries.ts';

/** The chosen chair, with a link to choose another. */
export function ChairCard({ deviceId, free }: { deviceId: string; free: boolean }) {
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
        <Link to={pages.quickStart} replace className={styles.rescan} onClick={() => local.remove(keys.device)}>
          {t.quickStart.rescan}
        </Link>
      </Spread>
    </Card>
  );
}
