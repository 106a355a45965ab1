import { pages } from '@recline/contract/pages';
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { isKnownMessage } from '../../platform/known-messages.ts';
import { useText } from '../../platform/text.tsx';
import { truncateMessage } from '../../platform/truncate-message.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { accountName, useUser } from '../session/index.ts';
import { type ErrorKind, errorKindOf, knownError } from './error-kinds.ts';

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
  if (kind === 'network' && canGoBack) return () => router.history.back();
  const to = retryKinds.includes(kind) ? pages.quickStart : pages.login;
  return () => void navigate({ to, replace: true });
}
