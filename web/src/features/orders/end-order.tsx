import type { Order } from '@recline/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useText } from '../../platform/text.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useSheet } from '../../ui/use-sheet.ts';
import { cacheOrder, observedOrderQuery } from './countdown.queries.ts';

interface EndOrderProps {
  order: Order;
  /** `stop` ends a running order; `giveUp` cancels an unpaid one; `notPaid` cancels one whose payment is being confirmed. */
  action: 'stop' | 'giveUp' | 'notPaid';
  /** What it means for the money. */
  text: string;
}

/** Ends an order after a confirmation that says what comes back. */
export function EndOrder({ order, action, text }: EndOrderProps) {
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
  const words = t.countdown.ends[action];
  return (
    <>
      <Button kind="glass" onClick={() => question.open()}>
        {words.open}
      </Button>
      <Dialog kind="alert" open={question.isOpen} onClose={() => void question.close()} title={words.title}>
        <p>{text}</p>
        <Stack gap="s">
          <Button kind="danger" busy={end.isPending} onClick={() => end.mutate()}>
            {words.confirm}
          </Button>
          <Button kind="quiet" onClick={() => void question.close()}>
            {words.keep}
          </Button>
        </Stack>
      </Dialog>
    </>
  );
}
