import { Dialog } from '../../../ui/dialog.tsx';
import { Drawing } from '../../../ui/drawing.tsx';
import { Ring } from '../../../ui/ring.tsx';
import { useText } from '../../texts/app.ts';
import styles from './starting-overlay.module.css';

/** Covers the page while the chair is being started, since nothing else can be done. */
export function StartingOverlay({ open }: { open: boolean }) {
  const t = useText();
  return (
    <Dialog kind="full" open={open} onClose={() => {}} title={t.quickStart.title}>
      <div className={styles.overlay} role="status">
        <Ring share="busy">
          <Drawing name="massage" onBrand />
        </Ring>
        <p className={styles.overlayTitle}>{t.quickStart.starting}</p>
        <p className={styles.overlayText}>{t.quickStart.startingHint}</p>
      </div>
    </Dialog>
  );
}
