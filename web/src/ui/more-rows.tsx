import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './more-rows.module.css';

/** The required part of an infinite query. */
interface PagedList {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage(): Promise<unknown>;
}

interface MoreRowsProps {
  list: PagedList;
  texts: { more: string; moreFailed: string; end: string };
}

/** The end of a paged list: loads the next page when it comes near the viewport, or by the button. */
export function MoreRows({ list, texts }: MoreRowsProps) {
  const place = useRef<HTMLDivElement>(null);
  const { fetchNextPage, hasNextPage, isFetchNextPageError: failed } = list;
  const more = useEffectEvent(() => void fetchNextPage());
  const waits = hasNextPage && !list.isFetching && !failed;
  useEffect(() => {
    const element = place.current;
    if (!element || !waits) return;
    // On a busy phone several changes arrive at once, the oldest first.
    const seen = (entries: IntersectionObserverEntry[]) => entries.some(({ isIntersecting }) => isIntersecting);
    const watch = new IntersectionObserver((entries) => seen(entries) && more(), { rootMargin: '300px' });
    watch.observe(element);
    return () => watch.disconnect();
  }, [waits]);
  return (
    <div ref={place} className={styles.end}>
      {hasNextPage ? (
        <Button kind="text" size="small" busy={list.isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {failed ? texts.moreFailed : texts.more}
        </Button>
      ) : (
        <p>{texts.end}</p>
      )}
    </div>
  );
}
