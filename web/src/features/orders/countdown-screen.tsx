import { useText } from '../../platform/text.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function CountdownScreen() {
  const t = useText();
  return (
    <Page title={t.countdown.title}>
      <EmptyState />
    </Page>
  );
}
