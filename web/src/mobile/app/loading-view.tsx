import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { useText } from '../texts/core.ts';
import './page-loading.css';
import { slowPageMs } from './page-timing.ts';

/** A skeleton while a page loads; once that takes too long, it says so and offers a retry. */
export function LoadingView() {
  const t = useText();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowPageMs);
    return () => clearTimeout(timer);
  }, []);
  if (!slow) return <LoadingState />;
  return (
    <div role="alert">
      <Notice drawing="network" title={t.shell.slow} text={t.shell.slowHint}>
        <Button onClick={() => location.reload()}>{t.common.retry}</Button>
      </Notice>
    </div>
  );
}

/** The loading view of a page without a title. */
export const LoadingPage = () => (
  <div className="page-loading">
    <LoadingView />
  </div>
);
