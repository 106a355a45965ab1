import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useText } from '../../texts/chair-page.ts';

export function LoadingChair() {
  const t = useText();
  return (
    <Card role="status">
      <span className="hidden-text">{t.chairPage.loading}</span>
      <Skeleton lines={6} />
    </Card>
  );
}
