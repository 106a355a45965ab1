import { minorToText, readAmount } from '@recline/contract/amount-text';
import type { Order } from '@recline/contract/orders';
import { countedStatuses, isIn } from '@recline/contract/values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useFailure } from '../../../platform/failure.ts';
import { keptRequestId } from '../../../platform/kept-request.ts';
import { tabValue } from '../../../platform/storage.ts';
import { useFormat } from '../../../platform/text.tsx';
import { toast } from '../../../platform/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/chip.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { useFocusOnError } from '../../../ui/use-focus-on-error.ts';
import { api } from '../../data/api.ts';
import { refreshOrders } from '../../data/orders.keys.ts';
import { useText } from '../../texts/app.ts';

/** The received amount that can still be refunded. */
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
  const left = leftOf(order);
  const [input, setInput] = useState({ left, text: minorToText(left) });
  // An amount typed before a refund does not apply to the rest.
  const typed = input.left === left ? input.text : minorToText(left);
  const amount = readAmount(typed);
  const valid = amount !== null && amount >= 1 && amount <= left;
  const title = t.orders.refundTitle(format.money(valid ? amount : left, order.currency));
  return (
    <Dialog open={open} onClose={() => void onClose()} title={title}>
      <RefundForm
        order={order}
        onClose={onClose}
        amount={valid ? amount : null}
        typed={typed}
        onTyped={(text) => setInput({ left, text })}
      />
    </Dialog>
  );
}

const reasons = ['noStart', 'stopped', 'broken', 'goodwill'] as const;

interface RefundFormProps extends Omit<RefundSheetProps, 'open'> {
  typed: string;
  onTyped(text: string): void;
  /** Null if the amount cannot be refunded. */
  amount: number | null;
}

function RefundForm({ order, onClose, typed, onTyped, amount }: RefundFormProps) {
  const t = useText();
  const format = useFormat();
  const left = leftOf(order);
  const [reason, setReason] = useState<(typeof reasons)[number]>();
  const [checked, setChecked] = useState(false);
  const refund = useRefund(order, onClose);
  const problem = useFailure(refund.error, t.orders.refundUnknown);
  const part = amount !== null && amount < left;
  const online = part ? t.orders.refundOnline.part : t.orders.refundOnline.whole;
  const byHand = part ? t.orders.refundByHand.part : t.orders.refundByHand.whole;
  const words = order.type === 'online' ? online : byHand;
  const form = useRef<HTMLFormElement>(null);
  const focusOnError = useFocusOnError(form);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    if (amount !== null && reason) refund.mutate({ amount, reason: t.orders.reasons[reason] });
    else focusOnError();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        <p>{words(order.orderNo, format.money(amount ?? left, order.currency))}</p>
        <Field
          label={t.orders.refundAmount}
          showLabel
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          error={checked && amount === null ? t.orders.wrongAmount(format.money(left, order.currency)) : undefined}
          onChange={(event) => onTyped(event.target.value)}
        />
        {order.refundedAmount > 0 && (
          <p>{t.orders.refundedBefore(format.money(order.refundedAmount, order.currency))}</p>
        )}
        <Chips<(typeof reasons)[number]>
          wrap
          showLabel
          label={t.orders.reason}
          options={reasons.map((value) => ({ value, label: t.orders.reasons[value] }))}
          value={reason}
          onChange={setReason}
          error={checked && !reason ? t.orders.chooseReason : undefined}
        />
        <Problem text={problem} />
        <Button type="submit" kind="danger" busy={refund.isPending}>
          {t.orders.refund}
        </Button>
        <Button kind="quiet" onClick={() => void onClose()}>
          {t.orders.keep}
        </Button>
      </Stack>
    </form>
  );
}

/** The refund whose answer was lost, with its request id. */
const refundRequest = tabValue('refundRequest');

/**
 * However often it is sent, even from a reopened sheet, it is one refund, until its outcome is seen or another is
 * requested.
 */
function useRefund(order: Order, onClose: () => Promise<void>) {
  const t = useText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ amount, reason }: { amount: number; reason: string }) => {
      const requestId = keptRequestId(refundRequest, `${order.orderId} ${order.refundedAmount} ${amount}`);
      return api.orders.refund({ orderId: order.orderId, amount, reason, requestId });
    },
    meta: { quiet: true },
    onSuccess: async () => {
      refundRequest.remove();
      toast(order.type === 'online' ? t.refunds.goingTag : t.orders.refunded);
      await onClose();
      await refreshOrders(client);
    },
  });
}
