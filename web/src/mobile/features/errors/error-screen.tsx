import { pages } from '@recline/contract/pages';
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { truncateMessage } from '../../../platform/truncate-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { accountName, useUser } from '../session/index.ts';
import { type ErrorKind, errorKindOf, knownError } from './error-kinds.ts';
import { isKnownMessage } from './known-messages.ts';

const retryKinds: readonly ErrorKind[] = ['device', 'branch', 'priceList'];

export function ErrorScreen() {
  const t = useText();
  const { errType, errMsg = '', code } = useSearch({ from: pages.error });
  const kind = errorKindOf(errType);
  const { title, text, next } = t.errors.kinds[kind];
  const user = useUser();
  const known = knownError(code);
  const shown = isKnownMessage(errMsg) ? truncateMessage(errMsg) : known && t.errors.codes[known];
  const goToNextStep = useNextStep(kind);
  return (
    <Page title={kind === 'branch' ? title : t.errors.page}>
      <Notice
        drawing={kind}
        title={title}
        text={shown || (kind === 'branch' && user ? t.errors.branchText(accountName(user)) : text)}
      >
        <Button onClick={goToNextStep}>{next}</Button>
      </Notice>
    </Page>
  );
}

/** Choose another chair, retry, or go to the start page. */
function useNextStep(kind: ErrorKind): () => void {
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const user = useUser();
  if (kind === 'network' && canGoBack) return () => router.history.back();
  const finder = user?.role === 'manager' ? pages.quickStart : pages.index;
  const to = retryKinds.includes(kind) ? finder : pages.login;
  return () => void navigate({ to, replace: true });
}
