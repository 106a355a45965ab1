import { pages } from '@recline/contract/pages';
import { Link, useLocation } from '@tanstack/react-router';
import { useUser } from '../features/session/index.ts';
import { keepCurrency } from '../platform/currency-search.ts';
import { useText } from '../platform/text.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './tab-bar.module.css';
import { tabs } from './tabs.ts';

/** The tabs for which the account has the permission; shown on tab pages only. */
export function TabBar() {
  const t = useText();
  const user = useUser();
  const { pathname } = useLocation();
  const shown = tabs.filter((tab) => user?.permissions.includes(tab));
  if (!tabs.some((tab) => pages[tab] === pathname) || shown.length === 0) return null;
  return (
    <nav className={styles.bar} aria-label={t.shell.tabs}>
      {shown.map((tab) => (
        <Link key={tab} to={pages[tab]} search={keepCurrency} className={styles.tab} preload="intent" replace>
          <Icon name={tab} />
          <span>{t.shell.tabNames[tab]}</span>
        </Link>
      ))}
    </nav>
  );
}
