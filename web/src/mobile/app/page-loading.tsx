import { pages } from '@recline/contract/pages';
import { useLocation } from '@tanstack/react-router';
import { Page } from '../shell/page.tsx';
import { useText } from '../texts/core.ts';
import { LoadingPage, LoadingView } from './loading-view.tsx';
import { tabs } from './tabs.ts';

/** The loading state of a page. Only tabs have their title: the title of any other page arrives with its texts. */
export function PageLoading() {
  const t = useText();
  const { pathname } = useLocation();
  const tab = tabs.find((name) => pages[name] === pathname);
  if (!tab) return <LoadingPage />;
  return (
    <Page title={t.shell.tabNames[tab]} tab>
      <LoadingView />
    </Page>
  );
}
