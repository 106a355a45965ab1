import { useText } from '../../platform/text.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function OrderListScreen() {
  const t = useText();
  return (
    <Page title={t.orders.title}>
      <EmptyState />
    </Page>
  );
}
