import { useText } from '../../platform/text.tsx';
import { Card } from '../../ui/card.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import styles from './index.module.css';

interface EntryCardProps {
  deviceId: string | null;
  label: { name: string; outletName: string } | null;
}

/** The scanned chair. Its two lines are reserved while the names are loading. */
export function EntryCard({ deviceId, label }: EntryCardProps) {
  const t = useText();
  return (
    <Card kind="hero" className={styles.entry}>
      <Drawing name="massage" onBrand />
      <h2 className={styles.hello}>{t.entry.hello}</h2>
      <p className={styles.steps}>{t.entry.steps}</p>
      {deviceId && (
        <div className={styles.chair}>
          <p>
            {t.entry.device} <strong className="number">{deviceId}</strong>
          </p>
          <p className={styles.place}>{label?.outletName ?? '\u00a0'}</p>
          <p className={styles.place}>{label?.name ?? '\u00a0'}</p>
        </div>
      )}
    </Card>
  );
}
