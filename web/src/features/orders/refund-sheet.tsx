import type { Order } from '@recline/contract/orders';
import { countedStatuses, isIn } from '@recline/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../platform/api.ts';
import { useFormat, useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { minorToText, readAmount } from './amount-text.ts';

/** What can still be given back of money that was received. */
const leftOf = ({ amount, refundedAmount }: Order): number => amount - refundedAmount;

export const refundable = (order: Order): boolean => leftOf(order) > 0 && isIn(countedStatuses, order.status);

interface RefundSheetProps {
  order: Order;
  open: boolean;
  onClose(): Promise<void>;
}

/** Refunds all that is left or a part of it, with a reason. */
export function RefundSheet({ order, open, onClose }: RefundSheetProps) {
  const t = useText();
  const format = useFormat();
  const left = format.money(leftOf(order), order.currency);
  return (
    <Dialog open={open} onClose={() => void onClose()} title={t.orders.refundTitle(left)}>
      <RefundForm order={order} onClose={onClose} />
    </Dialog>
  );
}

const reasons = ['noStart', 'stopped', 'broken', 'goodwill'] as const;

function RefundForm({ order, onClose }: Omit<RefundSheetProps, 'open'>) {
  const t = useText();
  const format = useFormat();
  const left = leftOf(order);
  const [typed, setTyped] = useState(minorToText(left));
  const [reason, setReason] = useState<(typeof reasons)[number]>('noStart');
  const [checked, setChecked] = useState(false);
  const amount = readAmount(typed);
  const valid = amount !== null && amount >= 1 && amount <= left;
  const refund = useRefund(order, onClose);
  const byHand = order.type !== 'online';
  return (
    <>
      <p>{byHand ? t.orders.refundByHand(order.orderNo) : t.orders.refundOnline(order.orderNo)}</p>
      <Field
        label={t.orders.refundAmount}
        showLabel
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={checked && !valid ? t.orders.wrongAmount(format.money(left, order.currency)) : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {order.refundedAmount > 0 && <p>{t.orders.refundedBefore(format.money(order.refundedAmount, order.currency))}</p>}
      <Chips<(typeof reasons)[number]>
        wrap
        showLabel
        label={t.orders.reason}
        options={reasons.map((value) => ({ value, label: t.orders.reasons[value] }))}
        value={reason}
        onChange={setReason}
      />
      <Button
        kind="danger"
        busy={refund.isPending}
        onClick={() => {
          setChecked(true);
          if (valid) refund.mutate({ amount, reason: t.orders.reasons[reason] });
        }}
      >
        {t.orders.refund}
      </Button>
      <Button kind="quiet" onClick={() => void onClose()}>
        {t.orders.keep}
      </Button>
    </>
  );
}

/** One refund however often it is sent, until another amount is asked for. */
function useRefund(order: Order, onClose: () => Promise<void>) {
  const t = useText();
  const client = useQueryClient();
  const sent = useRef({ amount: 0, requestId: '' });
  return useMutation({
    mutationFn: ({ amount, reason }: { amount: number; reason: string }) => {
      if (sent.current.amount !== amount) sent.current = { amount, requestId: crypto.randomUUID() };
      return api.orders.refund({ orderId: order.orderId, reason, ...sent.current });
    },
    onSuccess: async () => {
      toast(t.orders.refunded);
      await onClose();
      await Promise.all(['feedback', 'orders', 'home'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
}
