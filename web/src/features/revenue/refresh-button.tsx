import { useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './home.module.css';

interface RefreshButtonProps {
  refreshing: boolean;
  /** Rejects where the refresh failed. */
  onRefresh(): Promise<unknown>;
}

export function RefreshButton({ refreshing, onRefresh }: RefreshButtonProps) {
  const t = useText();
  const refresh = () =>
    onRefresh().then(
      () => toast(t.home.refreshed),
      () => toast(t.home.refreshFailed),
    );
  return (
    <button type="button" className={styles.refresh} disabled={refreshing} onClick={() => void refresh()}>
      {refreshing ? t.home.refreshing : t.home.refresh}
      {refreshing ? <Spinner size={16} /> : <Icon name="refresh" size={16} />}
    </button>
  );
}
