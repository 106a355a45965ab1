import { pages } from '@recline/contract/pages';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { setHostTitle } from '../platform/host-title.ts';
import { useText } from '../platform/text.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** A tab page has no back button. */
  tab?: boolean;
  /** Shown at the end of the navigation bar. */
  action?: ReactNode;
  /** `night` is the dark green of the countdown. */
  kind?: 'plain' | 'night';
  children: ReactNode;
}

/** The frame of every screen: navigation bar and content. The host app's bar shows the same title. */
export function Page({ title, tab, action, kind = 'plain', children }: PageProps) {
  useEffect(() => setHostTitle(title), [title]);
  return (
    <div className={classNames(styles.page, styles[kind])}>
      <header className={styles.bar}>
        {!tab && <BackButton />}
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {action && <div className={styles.action}>{action}</div>}
      </header>
      <main className={classNames(styles.main, tab && styles.aboveTabs)}>{children}</main>
    </div>
  );
}

/** Goes back, or to the start page where there is no history. */
function BackButton() {
  const t = useText();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: pages.login, replace: true }));
  return (
    <button type="button" className={styles.back} onClick={back} aria-label={t.shell.back}>
      <Icon name="back" />
    </button>
  );
}
