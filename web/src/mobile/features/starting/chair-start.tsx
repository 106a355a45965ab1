import { pages } from '@recline/contract/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { endsSession } from '../../../platform/answer.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useText } from '../../texts/app.ts';
import { type ErrorPage, errorPage } from '../errors/index.ts';
import { scannedChair } from '../session/index.ts';
import { ChosenChair } from './chosen-chair.tsx';
import { CounterForm } from './counter-form.tsx';
import { errorPageOf } from './start-errors.ts';
import { deviceStatusQuery, pricesQuery } from './starting.queries.ts';

/** For managers: checks the chair and loads its prices, then shows the form; a problem opens its error page. */
export function ChairStart({ deviceId }: { deviceId: string }) {
  const t = useText();
  const status = useQuery(deviceStatusQuery(deviceId));
  const free = status.data === null;
  const prices = useQuery({ ...pricesQuery(deviceId), enabled: free });
  const openError = useErrorPage();
  const openOrder = useOrderPage();

  useEffect(() => {
    if (status.data) openOrder(status.data);
  }, [status.data, openOrder]);
  useEffect(() => {
    const { branchText } = t.errors;
    const page = pageOfStatusError(status.error, free, branchText) ?? errorPageOf(prices.error, branchText);
    if (page) openError(page);
  }, [status.error, free, prices.error, openError, t]);

  if (prices.error) return <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />;
  return (
    <>
      <ChosenChair deviceId={deviceId} free={free} />
      {free && prices.data ? (
        <CounterForm
          deviceId={deviceId}
          prices={prices.data}
          onOrder={openOrder}
          onErrorPage={openError}
          onUnknownOutcome={() => void status.refetch()}
        />
      ) : (
        <LoadingState />
      )}
    </>
  );
}

/**
 * Any failure to get the status is reported as a device error, unless it is more specific. Ended sessions are
 * handled elsewhere, and a chair that was free stays on the page while the network is gone.
 */
function pageOfStatusError(
  error: Error | null,
  wasFree: boolean,
  branchText: (name: string) => string,
): ErrorPage | null {
  if (!(error instanceof ApiError) || endsSession(error) || error.kind === 'notLoggedIn') return null;
  if (wasFree && error.kind !== 'answer') return null;
  return errorPageOf(error, branchText) ?? errorPage('device', error.message, error.code);
}

/** Clears the stored chair, because the next visit would lead to the same error. */
function useErrorPage() {
  const navigate = useNavigate();
  return useCallback(
    (search: ErrorPage) => {
      scannedChair.remove();
      void navigate({ to: pages.error, search, replace: true });
    },
    [navigate],
  );
}

function useOrderPage() {
  const navigate = useNavigate();
  return useCallback(
    (orderId: string) => {
      scannedChair.remove();
      void navigate({ to: pages.countdown, search: { orderId }, replace: true });
    },
    [navigate],
  );
}
