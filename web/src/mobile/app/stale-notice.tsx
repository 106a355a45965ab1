import { useSyncExternalStore } from 'react';
import { useFormat } from '../../platform/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { queryClient } from '../data/query-client.ts';
import { useText } from '../texts/core.ts';
import styles from './stale-notice.module.css';

const cache = queryClient.getQueryCache();

/** When the oldest data on this page was fetched, if refetching it has failed; otherwise 0. */
function staleSince(): number {
  const stale = cache
    .getAll()
    .filter(
      (query) =>
        query.isActive() && query.meta?.persist === true && query.state.error && query.state.data !== undefined,
    );
  return stale.length === 0 ? 0 : Math.min(...stale.map((query) => query.state.dataUpdatedAt));
}

/** Says how old the data is while there is no network or the server does not answer. */
export function StaleNotice() {
  const t = useText();
  const format = useFormat();
  const since = useSyncExternalStore((changed) => cache.subscribe(changed), staleSince);
  return (
    <div role="status">
      {since > 0 && (
        <p className={styles.stale}>
          <Icon name="clock" size={16} />
          {t.shell.lastUpdated(format.dateTime(new Date(since)))}
        </p>
      )}
    </div>
  );
}
