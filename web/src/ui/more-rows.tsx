import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './more-rows.module.css';

interface MoreRowsProps {
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onMore(): void;
  texts: { more: string; failed: string; end: string };
}

/** The end of a paged list: loads the next page when it comes near the viewport, or by the button. */
export function MoreRows({ hasMore, loading, failed, onMore, texts }: MoreRowsProps) {
  const place = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    const element = place.current;
    if (!element || !hasMore || loading || failed) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: '300px',
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [hasMore, loading, failed]);
  return (
    <div ref={place} className={styles.end}>
      {hasMore ? (
        <Button kind="text" size="small" busy={loading} onClick={onMore}>
          {failed ? texts.failed : texts.more}
        </Button>
      ) : (
        <p>{texts.end}</p>
      )}
    </div>
  );
}
