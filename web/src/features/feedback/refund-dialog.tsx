import type { Order } from '@recline/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { useFormat, useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/stack.tsx';
import { refreshFeedback } from './feedback.queries.ts';

interface RefundDialogProps {
  order: Order;
  open: boolean;
  onClose(): void;
}

/** Asks for confirmation before the refund. */
export function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.orders.refund({ orderId: order.orderId, reason: t.feedback.refundReason }),
    onSuccess: async () => {
      toast(t.feedback.refunded);
      onClose();
      await refreshFeedback(client);
    },
  });
  const amount = format.money(order.amount, order.currency);
  const byHand = order.type !== 'online';
  return (
    <Dialog open={open} onClose={onClose} title={t.feedback.refundTitle(amount)} kind="alert">
      <p>{byHand ? t.feedback.refundByHand(order.orderNo) : t.feedback.refundOnline(order.orderNo)}</p>
      <Stack gap="s">
        <Button kind="danger" busy={isPending} onClick={() => mutate()}>
          {t.feedback.refund}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t.feedback.keep}
        </Button>
      </Stack>
    </Dialog>
  );
}
