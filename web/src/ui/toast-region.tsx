import { useEffect, useId, useSyncExternalStore } from 'react';
import { currentToast, onToast } from '../platform/toast.ts';
import { classNames } from './class-names.ts';
import styles from './toast-region.module.css';

/** The regions on the page, the innermost last: an open dialog has its own, because it covers that of the page. */
const regions: string[] = [];
const listeners = new Set<() => void>();

function change(edit: () => void): void {
  edit();
  for (const listener of listeners) listener();
}

function enter(id: string): () => void {
  change(() => regions.push(id));
  return () => change(() => regions.splice(regions.indexOf(id), 1));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Always rendered, so that screen readers announce a message. In a sheet use `atTop`, or messages cover its fields. */
export function ToastRegion({ atTop = false }: { atTop?: boolean }) {
  const id = useId();
  useEffect(() => enter(id), [id]);
  const innermost = useSyncExternalStore(
    subscribe,
    () => regions[regions.length - 1] === id,
    () => false,
  );
  const message = useSyncExternalStore(onToast, currentToast, () => null);
  return (
    <div className={classNames(styles.region, atTop && styles.atTop)} role="status" aria-live="polite">
      {message && innermost && <p className={styles.toast}>{message}</p>}
    </div>
  );
}
