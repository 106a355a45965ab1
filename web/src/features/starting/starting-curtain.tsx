import { useText } from '../../platform/text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { Ring } from '../../ui/ring.tsx';
import styles from './quick-start.module.css';

/** While the chair is being started nothing else can be done, so nothing else is shown. */
export function StartingCurtain({ open, toPayment }: { open: boolean; toPayment: boolean }) {
  const t = useText();
  return (
    <Dialog kind="full" open={open} onClose={() => {}} title={t.quickStart.title}>
      <div className={styles.curtain} role="status">
        <Ring share="busy">
          <Drawing name={toPayment ? 'priceList' : 'massage'} onBrand />
        </Ring>
        <p className={styles.curtainTitle}>{toPayment ? t.quickStart.toPayment : t.quickStart.starting}</p>
        {!toPayment && <p className={styles.curtainText}>{t.quickStart.startingHint}</p>}
      </div>
    </Dialog>
  );
}
