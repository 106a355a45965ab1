import { pages } from '@recline/contract/pages';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../platform/text.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { LoadingState } from '../ui/states.tsx';
import { slowPageMs } from './lazy-page.ts';
import styles from './page-loading.module.css';
import { tabs } from './tabs.ts';

/** The loading state of a page; once it takes too long, it says so and offers a retry. */
export function PageLoading() {
  const t = useText();
  const { pathname } = useLocation();
  const tab = tabs.find((name) => pages[name] === pathname);
  const slow = useSlow();
  const content = slow ? <SlowNotice /> : <LoadingState />;
  // The title of any other page comes with its texts.
  if (!tab) return <div className={styles.loading}>{content}</div>;
  return (
    <Page title={t.shell.tabNames[tab]} tab>
      {content}
    </Page>
  );
}

function useSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowPageMs);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}

function SlowNotice() {
  const t = useText();
  return (
    <div role="alert">
      <Notice drawing="network" title={t.shell.slow} text={t.shell.slowHint}>
        <Button onClick={() => location.reload()}>{t.shell.retry}</Button>
      </Notice>
    </div>
  );
}
