import { Link, useLocation } from '@tanstack/react-router';
import { useText } from '../platform/text.tsx';
import { Icon } from '../ui/icon.tsx';
import { paths, tabs } from './paths.ts';
import { keepCurrency } from './search.ts';
import { useUser } from './session.ts';
import styles from './tab-bar.module.css';

/** The tabs whose permission the account holds, on the tab pages themselves. */
export function TabBar() {
  const t = useText();
  const user = useUser();
  const { pathname } = useLocation();
  const shown = tabs.filter((tab) => user?.permissions.includes(tab));
  if (!tabs.some((tab) => paths[tab] === pathname) || shown.length === 0) return null;
  return (
    <nav className={styles.bar} aria-label={t.shell.tabs}>
      {shown.map((tab) => (
        <Link key={tab} to={paths[tab]} search={keepCurrency} className={styles.tab} preload="intent" replace>
          <Icon name={tab} />
          <span>{t.shell.tabNames[tab]}</span>
        </Link>
      ))}
    </nav>
  );
}
