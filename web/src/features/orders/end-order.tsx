import type { Order } from '@recline/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useSheet } from '../../ui/use-sheet.ts';
import { cacheOrder, observedOrderQuery } from './countdown.queries.ts';

/** Stops a running order or cancels one that awaits payment, after a confirmation. */
export function EndOrder({ order, action }: { order: Order; action: 'stop' | 'giveUp' }) {
  const t = useText();
  const client = useQueryClient();
  const question = useSheet(`end-${action}`);
  const end = useMutation({
    mutationFn: () => api.orders.stop({ orderId: order.orderId }),
    onSuccess: (ended) => cacheOrder(client, ended),
    // It may have ended by itself meanwhile: refetch it.
    onError: () => void client.invalidateQueries(observedOrderQuery(order.orderId)),
    onSettled: () => question.close(),
  });
  const stop = action === 'stop';
  return (
    <>
      <Button kind="glass" onClick={() => question.open()}>
        {stop ? t.countdown.stop : t.countdown.giveUp}
      </Button>
      <Dialog
        kind="alert"
        open={question.isOpen}
        onClose={() => void question.close()}
        title={stop ? t.countdown.stopTitle : t.countdown.giveUpTitle}
      >
        <p>{stop ? t.countdown.stopText : t.countdown.giveUpText}</p>
        <Stack gap="s">
          <Button kind="danger" busy={end.isPending} onClick={() => end.mutate()}>
            {stop ? t.countdown.stop : t.countdown.giveUp}
          </Button>
          <Button kind="quiet" onClick={() => void question.close()}>
            {stop ? t.countdown.keepGoing : t.countdown.keepOrder}
          </Button>
        </Stack>
      </Dialog>
    </>
  );
}
