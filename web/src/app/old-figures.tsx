import { useSyncExternalStore } from 'react';
import { useFormat, useText } from '../platform/text.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './old-figures.module.css';
import { queryClient } from './query-client.ts';

const cache = queryClient.getQueryCache();

/** When the oldest figures on this page were fetched, where fetching them anew has failed; else 0. */
function oldSince(): number {
  const old = cache
    .getAll()
    .filter(
      (query) => query.isActive() && query.meta?.keep === true && query.state.error && query.state.data !== undefined,
    );
  return old.length === 0 ? 0 : Math.min(...old.map((query) => query.state.dataUpdatedAt));
}

/** Says that what is shown is not of now: there is no network, or the server does not answer. */
export function OldFigures() {
  const t = useText();
  const format = useFormat();
  const since = useSyncExternalStore((changed) => cache.subscribe(changed), oldSince);
  return (
    <div role="status">
      {since > 0 && (
        <p className={styles.old}>
          <Icon name="clock" size={16} />
          {t.shell.oldFigures(format.dateTime(new Date(since)))}
        </p>
      )}
    </div>
  );
}
