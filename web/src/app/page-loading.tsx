import { useEffect, useState } from 'react';
import { useText } from '../platform/text.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { slowPageMs } from './lazy-page.ts';
import styles from './page-loading.module.css';

/** The loading state of a page; once it takes too long, it says so and offers a retry. */
export function PageLoading() {
  const t = useText();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowPageMs);
    return () => clearTimeout(timer);
  }, []);
  if (slow) {
    return (
      <div role="alert">
        <Notice drawing="network" title={t.shell.slow} text={t.shell.slowHint}>
          <Button onClick={() => location.reload()}>{t.shell.retry}</Button>
        </Notice>
      </div>
    );
  }
  return (
    <div className={styles.loading} role="status">
      <Spinner size={28} />
      <span className="hidden-text">{t.shell.loading}</span>
    </div>
  );
}
