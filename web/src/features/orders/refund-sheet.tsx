import type { Order } from '@recline/contract/orders';
import { countedStatuses, isIn } from '@recline/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { useFormat, useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Only money that was received and not refunded yet can be refunded. */
export const refundable = ({ status, amount }: Order): boolean => amount > 0 && isIn(countedStatuses, status);

interface RefundSheetProps {
  order: Order;
  open: boolean;
  onClose(): Promise<void>;
}

/** Asks for the reason, then refunds. */
export function RefundSheet({ order, open, onClose }: RefundSheetProps) {
  const t = useText();
  const format = useFormat();
  const amount = format.money(order.amount, order.currency);
  return (
    <Dialog open={open} onClose={() => void onClose()} title={t.orders.refundTitle(amount)}>
      <RefundForm order={order} onClose={onClose} />
    </Dialog>
  );
}

const reasons = ['noStart', 'stopped', 'broken', 'goodwill'] as const;

function RefundForm({ order, onClose }: Omit<RefundSheetProps, 'open'>) {
  const t = useText();
  const client = useQueryClient();
  const [reason, setReason] = useState<(typeof reasons)[number]>('noStart');
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.orders.refund({ orderId: order.orderId, reason: t.orders.reasons[reason] }),
    onSuccess: async () => {
      toast(t.orders.refunded);
      await onClose();
      await Promise.all(['feedback', 'orders', 'home'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  const byHand = order.type !== 'online';
  return (
    <>
      <p>{byHand ? t.orders.refundByHand(order.orderNo) : t.orders.refundOnline(order.orderNo)}</p>
      <Chips<(typeof reasons)[number]>
        wrap
        showLabel
        label={t.orders.reason}
        options={reasons.map((value) => ({ value, label: t.orders.reasons[value] }))}
        value={reason}
        onChange={setReason}
      />
      <Button kind="danger" busy={isPending} onClick={() => mutate()}>
        {t.orders.refund}
      </Button>
      <Button kind="quiet" onClick={() => void onClose()}>
        {t.orders.keep}
      </Button>
    </>
  );
}
