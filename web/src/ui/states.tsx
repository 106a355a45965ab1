import { useText } from '../platform/text.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Notice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

/** While the first data is loading. */
export const LoadingState = () => {
  const t = useText();
  return (
    <Card role="status">
      <span className="hidden-text">{t.common.loading}</span>
      <Skeleton lines={6} />
    </Card>
  );
};

/** When loading failed: the error, with a retry. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry(): void }) {
  const t = useText();
  return (
    <div role="alert">
      <Notice drawing="other" title={t.common.failed} text={error.message}>
        <Button kind="quiet" onClick={onRetry}>
          {t.common.retry}
        </Button>
      </Notice>
    </div>
  );
}

/** When there is no data. */
export function EmptyState({ title, text }: { title?: string; text?: string }) {
  const t = useText();
  return <Notice drawing="empty" title={title ?? t.common.empty} text={text} />;
}
