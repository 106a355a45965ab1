import { pages, pageUrl } from '@recline/contract/pages';
import { useEffect, useEffectEvent } from 'react';
import { useOnDemand } from '../../../platform/on-demand.ts';
import { usePageSheet } from '../../../ui/use-page-sheet.ts';
import { loadChairFinder } from '../starting/index.ts';
import { LoadingChair } from './loading-chair.tsx';

/** The page without a chair in its address: scanning and the number field, without a login. */
export function FindChair() {
  const scanner = usePageSheet('scanner');
  const [ChairFinder, load] = useOnDemand(loadChairFinder);
  const loadAtOnce = useEffectEvent(load);
  useEffect(() => {
    loadAtOnce();
    window.addEventListener('online', loadAtOnce);
    return () => window.removeEventListener('online', loadAtOnce);
  }, []);
  if (!ChairFinder) return <LoadingChair />;
  return <ChairFinder scanner={scanner} onFound={(deviceId) => location.assign(pageUrl(pages.index, { deviceId }))} />;
}
