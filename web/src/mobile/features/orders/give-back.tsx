import type { Order } from '@recline/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFailure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/new-id.ts';
import { useFormat } from '../../../platform/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { api } from '../../data/api.ts';
import { refreshOrders } from '../../data/orders.keys.ts';
import { useText } from '../../texts/app.ts';
import { cacheOrder } from './countdown.queries.ts';
import { dueAtCounter } from './owed.ts';

/** One request per order, so that two managers do not return the money twice. */
const requestIdOf = (orderId: string): string | undefined =>
  /^\d{1,12}$/.test(orderId) ? `00000000-0000-4000-8000-${orderId.padStart(12, '0')}` : undefined;

/** Cash or coins to return for an order that its chair ended early; counts once a manager confirms it. */
export function GiveBack({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const [spareId] = useState(newId);
  const amount = dueAtCounter(order);
  const { orderId } = order;
  const give = useMutation({
    mutationFn: () =>
      api.orders.refund({
        orderId,
        amount,
        reason: t.orders.reasons.broken,
        requestId: requestIdOf(orderId) ?? spareId,
      }),
    meta: { quiet: true },
    onSuccess: async (refunded) => {
      cacheOrder(client, refunded);
      await refreshOrders(client);
    },
  });
  const problem = useFailure(give.error, t.orders.refundUnknown);
  if (amount === 0) return null;
  return (
    <Stack gap="s">
      <strong>{t.refunds.giveBack(format.money(amount, order.currency))}</strong>
      <p>{t.refunds.giveBackText}</p>
      <Problem text={problem} />
      <Button busy={give.isPending} onClick={() => give.mutate()}>
        {t.refunds.confirmHandedOver}
      </Button>
    </Stack>
  );
}
