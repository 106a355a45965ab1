import { useText } from '../../platform/text.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function MyOrdersScreen() {
  const t = useText();
  return (
    <Page title={t.myOrders.title}>
      <EmptyState />
    </Page>
  );
}
