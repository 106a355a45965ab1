import { pages, pageUrl } from '@recline/contract/pages';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { LoadingState } from '../../../ui/states.tsx';
import { Page } from '../../shell/page.tsx';
import { useSheet } from '../../shell/use-sheet.ts';
import { useText } from '../../texts/app.ts';
import { scannedChair, useUser } from '../session/index.ts';
import { ChairFinder } from './chair-finder.tsx';
import { ChairStart } from './chair-start.tsx';
import { IdleChairs } from './idle-chairs.tsx';
import styles from './quick-start-screen.module.css';

/** Finds a chair. A manager starts it here for cash; a guest is sent to the chair's own page. */
export function QuickStartScreen() {
  const t = useText();
  const user = useUser();
  const navigate = useNavigate();
  const scanner = useSheet('scanner');
  const { deviceId } = useSearch({ from: pages.quickStart });
  const guest = user?.role === 'consumer';
  const showsChairs = user?.permissions.includes('home') === true;
  useEffect(() => {
    if (guest && deviceId) location.replace(pageUrl(pages.index, { deviceId }));
  }, [guest, deviceId]);
  const find = (found: string) => {
    scannedChair.set(found);
    if (guest) location.assign(pageUrl(pages.index, { deviceId: found }));
    else void navigate({ to: pages.quickStart, search: { deviceId: found } });
  };
  return (
    <Page title={t.quickStart.title} chair={deviceId} tab={guest && !deviceId} action={guest && <GuestLinks />}>
      {deviceId && guest && <LoadingState />}
      {deviceId && !guest && <ChairStart key={deviceId} deviceId={deviceId} />}
      {!deviceId && <ChairFinder scanner={scanner} compact={showsChairs} onFound={find} />}
      {!deviceId && showsChairs && <IdleChairs onFound={find} />}
    </Page>
  );
}

/** End users have no tabs, so this links to orders and account. */
function GuestLinks() {
  const t = useText();
  return (
    <nav className={styles.links} aria-label={t.shell.tabs}>
      <Link to={pages.myOrders} className={styles.iconLink} aria-label={t.quickStart.myOrders}>
        <Icon name="order" />
      </Link>
      <Link to={pages.user} className={styles.iconLink} aria-label={t.quickStart.account}>
        <Icon name="user" />
      </Link>
    </nav>
  );
}
