import { pages } from '@recline/contract/pages';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../../ui/icon.tsx';
import { useText } from '../../texts/core.ts';
import { useUser } from '../session/index.ts';
import styles from './account-link.module.css';

/** Links to language and logout, for an account without the tab of that page. */
export function AccountLink() {
  const t = useText();
  if (useUser()?.permissions.includes('user') !== false) return null;
  return (
    <Link to={pages.user} className={styles.link} aria-label={t.shell.tabNames.user}>
      <Icon name="user" />
    </Link>
  );
}
