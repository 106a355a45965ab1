import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useScrollPadding } from '../../ui/use-scroll-padding.ts';
import { setHostTitle } from './host-title.ts';
import styles from './page.module.css';

export interface PageFrameProps {
  title: string;
  /** The chair of the page, which is only part of the document's title. */
  chair?: string | undefined;
  /** A tab page leaves room for the tabs. */
  tab?: boolean;
  /** The back button. */
  leading?: ReactNode;
  /** Shown at the end of the navigation bar. */
  action?: ReactNode;
  /** `night` is the dark green of the countdown. */
  kind?: 'plain' | 'night';
  children: ReactNode;
}

/** Navigation bar and content. It does not need the router. A host app's own bar shows the same title. */
export function PageFrame({ title, chair, tab, leading, action, kind = 'plain', children }: PageFrameProps) {
  const bar = useRef<HTMLElement>(null);
  useScrollPadding(bar, 'Top');
  useEffect(() => setHostTitle(chair ? `${title} · ${chair}` : title), [title, chair]);
  return (
    <div className={classNames(styles.page, styles[kind])}>
      <header ref={bar} className={styles.bar}>
        {leading}
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {action && <div className={styles.action}>{action}</div>}
      </header>
      <main className={classNames(styles.main, tab && styles.aboveTabs)}>{children}</main>
    </div>
  );
}
