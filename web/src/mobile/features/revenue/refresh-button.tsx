import { useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { toast } from '../../../platform/toast.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useText } from '../../texts/core.ts';

interface RefreshButtonProps {
  /** Rejects if the refresh failed. */
  onRefresh(): Promise<unknown>;
}

/** Shows the outcome of a requested refresh, such as a missing network. Live refreshes are not shown here. */
export function RefreshButton({ onRefresh }: RefreshButtonProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const failure = (error: unknown) =>
    error instanceof ApiError && error.kind !== 'answer' ? error.message : t.home.refreshFailed;
  const refresh = async () => {
    setBusy(true);
    toast(
      await onRefresh().then(
        () => t.home.refreshed,
        (error: unknown) => failure(error),
      ),
    );
    setBusy(false);
  };
  return (
    <button type="button" disabled={busy} onClick={() => void refresh()}>
      {busy ? t.home.refreshing : t.home.refresh}
      {busy ? <Spinner size={16} /> : <Icon name="refresh" size={16} />}
    </button>
  );
}
