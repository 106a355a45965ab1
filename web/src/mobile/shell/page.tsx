import { pages } from '@recline/contract/pages';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { useText } from '../../platform/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './page.module.css';
import { PageFrame, type PageFrameProps } from './page-frame.tsx';

interface PageProps extends PageFrameProps {
  /** Where Back leads if there is no previous page of this app; by default the start page. */
  backTo?: string;
}

/** The frame of every screen of the app. A tab page has no back button. */
export const Page = ({ backTo = pages.login, leading, ...props }: PageProps) => (
  <PageFrame {...props} leading={props.tab ? leading : <BackButton to={backTo} />} />
);

function BackButton({ to }: { to: string }) {
  const t = useText();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : router.history.replace(to));
  return (
    <button type="button" className={styles.back} onClick={back} aria-label={t.common.back}>
      <Icon name="back" />
    </button>
  );
}
