import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../../platform/api-error.ts';
import { ChunkError } from '../../platform/load-code.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useText } from '../texts/core.ts';

/** A page that failed to open. A reload also loads a new release, if that was the cause. */
export function PageError({ error }: ErrorComponentProps) {
  const t = useText();
  const unreachable = error instanceof ChunkError || (error instanceof ApiError && error.kind !== 'answer');
  const text = error instanceof ApiError ? error.message : t.shell.slowHint;
  return (
    <main role="alert">
      <Notice drawing={unreachable ? 'network' : 'other'} title={t.common.failed} text={text}>
        <Button onClick={() => location.reload()}>{t.common.retry}</Button>
      </Notice>
    </main>
  );
}
