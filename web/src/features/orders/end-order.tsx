import type { Order } from '@recline/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/stack.tsx';
import { keepOrder } from './countdown.queries.ts';

/** Ends a running order early, or gives up one that awaits payment, once that was confirmed. */
export function EndOrder({ order, way }: { order: Order; way: 'stop' | 'giveUp' }) {
  const t = useText();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => api.orders.stop({ orderId: order.orderId }),
    onSuccess: (ended) => keepOrder(client, ended),
    // It may have ended by itself meanwhile: the order as it is tells.
    onError: () => void client.invalidateQueries({ queryKey: ['order', order.orderId] }),
    onSettled: () => setAsking(false),
  });
  const stop = way === 'stop';
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
