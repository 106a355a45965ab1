import { useText } from '../../platform/text.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function DetailsScreen() {
  const t = useText();
  return (
    <Page title={t.details.title} tab>
      <EmptyState />
    </Page>
  );
}
