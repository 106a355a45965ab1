import { pages } from '@recline/contract/pages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { hasCode } from '../../../platform/api-error.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useLive } from '../../data/live.ts';
import { Page } from '../../shell/page.tsx';
import { useText } from '../../texts/app.ts';
import { useUser } from '../session/index.ts';
import { cacheOrder, observedOrderQuery } from './countdown.queries.ts';
import { LiveOrder } from './live-order.tsx';

/** One order. With a key in the address its payer sees it in any browser, without a token. */
export function CountdownScreen() {
  const t = useText();
  const { orderId = '', key } = useSearch({ from: pages.countdown });
  const { data, error, refetch } = useQuery(observedOrderQuery(orderId, key));
  useAddressWithoutKey(orderId, key !== undefined && data?.own === true);
  const faulty = useOrderChanges(orderId, data?.order.deviceId, key === undefined, () => void refetch());
  if (data) {
    const visitor = key !== undefined && !data.own;
    return <LiveOrder key={orderId} observed={data} faulty={faulty} stale={error !== null} visitor={visitor} />;
  }
  const unknown = hasCode(error, 404) || hasCode(error, 400);
  return (
    <Page title={t.countdown.title}>
      {!error && <LoadingState />}
      {error && !unknown && <ErrorState error={error} onRetry={() => void refetch()} />}
      {unknown && <UnknownOrder />}
    </Page>
  );
}

/** A guest goes on to their own orders; anybody else to their first page. */
function UnknownOrder() {
  const t = useText();
  const guest = useUser()?.role === 'consumer';
  return (
    <Notice drawing="notFound" title={t.countdown.unknown} text={t.countdown.unknownText}>
      <Link to={guest ? pages.myOrders : pages.login} className={buttonClass()}>
        {guest ? t.countdown.myOrders : t.errors.kinds.notFound.next}
      </Link>
    </Notice>
  );
}

/** In the payer's own browser the key is no longer needed and is removed from the address. */
function useAddressWithoutKey(orderId: string, drop: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (drop) void navigate({ to: pages.countdown, search: { orderId }, replace: true });
  }, [navigate, orderId, drop]);
}

/** Caches the order's changes as they are pushed. Returns whether its chair reports a fault. */
function useOrderChanges(
  orderId: string,
  deviceId: string | undefined,
  enabled: boolean,
  refetch: () => void,
): boolean {
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
    { orderId, enabled },
  );
  return faulty;
}
