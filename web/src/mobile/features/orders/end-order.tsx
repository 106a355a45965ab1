import type { Order } from '@recline/contract/orders';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { api } from '../../data/api.ts';
import { useSheet } from '../../shell/use-sheet.ts';
import { useText } from '../../texts/app.ts';
import { cacheOrder, observedOrderQuery } from './countdown.queries.ts';

interface EndOrderProps {
  order: Order;
  /** `stop` ends a running order; `giveUp` cancels an unpaid one; `notPaid` cancels one whose payment is being confirmed. */
  action: 'stop' | 'giveUp' | 'notPaid';
  /** The consequence for the money. */
  text: string;
}

/** `failed`: the order continues. `unknown`: there was no answer. */
type Outcome = 'ended' | 'failed' | 'unknown';

/** Ends the order. Whatever the call returns, the order itself shows whether it ended. */
async function endOrder(client: QueryClient, { orderId, status }: Order): Promise<Outcome> {
  try {
    const ended = await api.orders.stop({ orderId }, { quiet: true });
    if ('orderNo' in ended) cacheOrder(client, ended);
    return 'ended';
  } catch {
    return outcomeOf(client, orderId, status);
  }
}

async function outcomeOf(client: QueryClient, orderId: string, before: Order['status']): Promise<Outcome> {
  try {
    const { order } = await client.fetchQuery(observedOrderQuery(orderId));
    return order.status === before ? 'failed' : 'ended';
  } catch {
    return 'unknown';
  }
}

/** Ends an order after a confirmation that shows the refund. It stays open until the order has ended. */
export function EndOrder({ order, action, text }: EndOrderProps) {
  const t = useText();
  const client = useQueryClient();
  const question = useSheet(`end-${action}`);
  const end = useMutation({
    mutationFn: () => endOrder(client, order),
    onSuccess: (outcome) => (outcome === 'ended' ? question.close() : undefined),
  });
  const open = () => {
    end.reset();
    question.open();
  };
  const words = t.countdown.ends[action];
  const problem = end.data && end.data !== 'ended' ? words[end.data] : null;
  return (
    <>
      <Button kind="glass" onClick={open}>
        {words.open}
      </Button>
      <Dialog kind="alert" open={question.isOpen} onClose={() => void question.close()} title={words.title}>
        <p>{text}</p>
        <Problem text={end.isPending ? null : problem} />
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
