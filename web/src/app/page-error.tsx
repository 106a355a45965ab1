import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../platform/api-error.ts';
import { ChunkError } from '../platform/load-code.ts';
import { useText } from '../platform/text.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** A page that failed to open. A reload also gets a new release, where that was the cause. */
export function PageError({ error }: ErrorComponentProps) {
  const t = useText();
  const unreachable = error instanceof ChunkError || (error instanceof ApiError && error.kind !== 'answer');
  const text = error instanceof ApiError ? error.message : t.shell.slowHint;
  return (
    <main role="alert">
      <Notice drawing={unreachable ? 'network' : 'other'} title={t.shell.failed} text={text}>
        <Button onClick={() => location.reload()}>{t.shell.retry}</Button>
      </Notice>
    </main>
  );
}
