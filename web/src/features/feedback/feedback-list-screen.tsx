import { useText } from '../../platform/text.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function FeedbackListScreen() {
  const t = useText();
  return (
    <Page title={t.feedbackList.title}>
      <EmptyState />
    </Page>
  );
}
