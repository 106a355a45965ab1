import { errors } from '@recline/contract/errors';
import type { Order } from '@recline/contract/orders';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api } from '../../platform/api.ts';
import { ApiError, hasCode } from '../../platform/api-error.ts';
import { useFormat, useText } from '../../platform/text.tsx';
import { toast } from '../../platform/toast.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useLabels } from '../dictionary/index.ts';
import { nextStep, type PayCode } from '../starting/index.ts';
import { chairPageOf } from './chair-page.ts';
import { observedOrderQuery } from './countdown.queries.ts';

/** Pays an unpaid order, in whichever browser it was placed: the server is asked how it is paid from this one. */
export function PayOrder({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  const { pay, code, closeCode } = usePayment(order.orderId);
  // Its provider does not work in this browser: the chair's page offers those that do.
  if (hasCode(pay.error, errors.paymentFailed.code))
    return (
      <a href={chairPageOf(order)} className={buttonClass({ kind: 'mint' })}>
        {t.countdown.payAnew}
      </a>
    );
  return (
    <>
      <Button kind="mint" busy={pay.isPending} onClick={() => pay.mutate()}>
        {t.countdown.pay(format.money(order.amount, order.currency))}
      </Button>
      {code && (
        <code.Sheet
          code={code}
          title={t.countdown.payCode.title}
          hint={t.countdown.payCode.hint(labelOf('payType', order.payType))}
          onClose={closeCode}
        />
      )}
    </>
  );
}

function usePayment(orderId: string) {
  const t = useText();
  const client = useQueryClient();
  const [code, setCode] = useState<PayCode | null>(null);
  const closeCode = useCallback(() => setCode(null), []);
  const pay = useMutation({
    mutationFn: async () => nextStep(await api.starting.pay({ orderId })),
    onSuccess: (next) => ('code' in next ? setCode(next.code) : location.assign(next.address)),
    onError: (error) => {
      // The client reports its own errors; this is the wallet's, or the sheet did not load.
      if (!(error instanceof ApiError)) toast(t.countdown.paymentFailed);
      // It may have been paid or cancelled meanwhile.
      void client.invalidateQueries(observedOrderQuery(orderId));
    },
  });
  return { pay, code, closeCode };
}
