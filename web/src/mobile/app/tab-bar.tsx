import { pages } from '@recline/contract/pages';
import { Link, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { keepCurrency } from '../../platform/currency-search.ts';
import { Icon } from '../../ui/icon.tsx';
import { useScrollPadding } from '../../ui/use-scroll-padding.ts';
import { useUser } from '../features/session/index.ts';
import { useText } from '../texts/core.ts';
import styles from './tab-bar.module.css';
import { tabs } from './tabs.ts';

type Tab = (typeof tabs)[number];

/** The tabs for which the account has the permission; shown on tab pages only. */
export function TabBar() {
  const user = useUser();
  const { pathname } = useLocation();
  const shown = tabs.filter((tab) => user?.permissions.includes(tab));
  if (!tabs.some((tab) => pages[tab] === pathname) || shown.length === 0) return null;
  return <Tabs names={shown} />;
}

function Tabs({ names }: { names: readonly Tab[] }) {
  const t = useText();
  const bar = useRef<HTMLElement>(null);
  useScrollPadding(bar, 'Bottom');
  return (
    <nav ref={bar} className={styles.bar} aria-label={t.shell.tabs}>
      {names.map((tab) => (
        <Link key={tab} to={pages[tab]} search={keepCurrency} className={styles.tab} preload="intent" replace>
          <Icon name={tab} />
          <span>{t.shell.tabNames[tab]}</span>
        </Link>
      ))}
    </nav>
  );
}
