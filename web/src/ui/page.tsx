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
  /** A tab page is a place to be, not one to go back from. */
  tab?: boolean;
  /** What stands at the end of the navigation bar. */
  action?: ReactNode;
  /** `night` is the deep green of the countdown. */
  kind?: 'plain' | 'night';
  children: ReactNode;
}

/** Every screen: our navigation bar, whose title the host app's own bar repeats, and the content. */
export function Page({ title, tab, action, kind = 'plain', children }: PageProps) {
  useEffect(() => setHostTitle(title), [title]);
  return (
    <div className={classNames(styles.page, styles[kind])}>
      <header className={styles.bar}>
        {!tab && <BackButton />}
        <h1 className={styles.title}>{title}</h1>
        {action && <div className={styles.action}>{action}</div>}
      </header>
      <main className={classNames(styles.main, tab && styles.aboveTabs)}>{children}</main>
    </div>
  );
}

/** Back to where one came from; where there is no such place, to the start page of the account. */
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
