import type { Order } from '@recline/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/stack.tsx';
import { cacheOrder, observedOrderQuery } from './countdown.queries.ts';

/** Stops a running order or cancels one that awaits payment, after a confirmation. */
export function EndOrder({ order, action }: { order: Order; action: 'stop' | 'giveUp' }) {
  const t = useText();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => api.orders.stop({ orderId: order.orderId }),
    onSuccess: (ended) => cacheOrder(client, ended),
    // It may have ended by itself meanwhile: refetch it.
    onError: () => void client.invalidateQueries(observedOrderQuery(order.orderId)),
    onSettled: () => setAsking(false),
  });
  const stop = action === 'stop';
  return (
    <>
      <Button kind="glass" onClick={() => setAsking(true)}>
        {stop ? t.countdown.stop : t.countdown.giveUp}
      </Button>
      <Dialog
        kind="alert"
        open={asking}
        onClose={() => setAsking(false)}
        title={stop ? t.countdown.stopTitle : t.countdown.giveUpTitle}
      >
        <p>{stop ? t.countdown.stopText : t.countdown.giveUpText}</p>
        <Stack gap="s">
          <Button kind="danger" busy={end.isPending} onClick={() => end.mutate()}>
            {stop ? t.countdown.stop : t.countdown.giveUp}
          </Button>
          <Button kind="quiet" onClick={() => setAsking(false)}>
            {stop ? t.countdown.keepGoing : t.countdown.keepOrder}
          </Button>
        </Stack>
      </Dialog>
    </>
  );
}
