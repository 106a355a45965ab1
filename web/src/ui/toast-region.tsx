import { useSyncExternalStore } from 'react';
import { currentToast, onToast } from '../platform/toast.ts';
import styles from './toast-region.module.css';

/** Always rendered, so that screen readers announce new messages. */
export function ToastRegion() {
  const message = useSyncExternalStore(onToast, currentToast, () => null);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {message && <p className={styles.toast}>{message}</p>}
    </div>
  );
}
