import { pages } from '@recline/contract/pages';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { useText } from '../platform/text.tsx';
import { Icon } from './icon.tsx';
import styles from './page.module.css';
import { PageFrame, type PageFrameProps } from './page-frame.tsx';

/** The frame of every screen of the app. A tab page has no back button. */
export const Page = (props: Omit<PageFrameProps, 'leading'>) => (
  <PageFrame {...props} leading={!props.tab && <BackButton />} />
);

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
