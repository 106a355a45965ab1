import { pages } from '@recline/contract/pages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { hasCode } from '../../platform/api-error.ts';
import { useLive } from '../../platform/live.ts';
import { useText } from '../../platform/text.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { cacheOrder, observedOrderQuery } from './countdown.queries.ts';
import { OrderProgress } from './order-progress.tsx';

export function CountdownScreen() {
  const t = useText();
  const { orderId = '' } = useSearch({ from: pages.countdown });
  const { data, error, refetch } = useQuery(observedOrderQuery(orderId));
  const faulty = useOrderChanges(orderId, data?.order.deviceId, () => void refetch());
  if (data) return <OrderProgress key={orderId} observed={data} faulty={faulty} stale={error !== null} />;
  return (
    <Page title={t.countdown.title}>
      {!error && <LoadingState />}
      {error && !hasCode(error, 404) && <ErrorState error={error} onRetry={() => void refetch()} />}
      {hasCode(error, 404) && (
        <Notice drawing="notFound" title={t.countdown.unknown} text={t.countdown.unknownText}>
          <Link to={pages.myOrders} className={buttonClass()}>
            {t.countdown.myOrders}
          </Link>
        </Notice>
      )}
    </Page>
  );
}

/** Caches the order's changes as they are pushed. Returns whether its chair reports a fault. */
function useOrderChanges(orderId: string, deviceId: string | undefined, refetch: () => void): boolean {
  const client = useQueryClient();
  const [faulty, setFaulty] = useState(false);
  useLive(
    {
      onEvent: (event) => {
        if (event.name === 'order' && event.data.orderId === orderId) cacheOrder(client, event.data);
        if (event.name === 'device' && event.data.deviceId === deviceId) setFaulty(event.data.faultCode !== null);
      },
      onGap: refetch,
    },
    { orderId },
  );
  return faulty;
}
