import { errors } from '@recline/contract/errors';
import type { Order } from '@recline/contract/orders';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { useFailure } from '../../../platform/failure.ts';
import { useFormat } from '../../../platform/text.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { api } from '../../data/api.ts';
import { useSheet } from '../../shell/use-sheet.ts';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import { nextStep, patience, type ShownCode, useTurn } from '../starting/index.ts';
import { chairPageOf } from './chair-page.ts';
import { observedOrderQuery } from './countdown.queries.ts';
import { NightHint } from './night-hint.tsx';

/** Pays an unpaid order, in whichever browser it was placed: the server returns a way to pay in this one. */
export function PayOrder({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  const { pay, seconds, code, closeCode, problem } = usePayment(order.orderId);
  // Its provider does not work in this browser: the chair's page offers those that do.
  if (hasCode(pay.error, errors.paymentFailed.code))
    return (
      <>
        <Problem text={problem} />
        <a href={chairPageOf(order)} className={buttonClass({ kind: 'mint' })}>
          {t.countdown.payAnew}
        </a>
      </>
    );
  return (
    <>
      <Button kind="mint" busy={pay.isPending} onClick={() => pay.mutate(undefined)}>
        {t.countdown.pay(format.money(order.amount, order.currency))}
      </Button>
      <div role="status">{seconds !== null && <NightHint>{t.countdown.payTurn(seconds)}</NightHint>}</div>
      <Problem text={problem} />
      <OtherWays order={order} busy={pay.isPending} onChoose={(payType) => pay.mutate(payType)} />
      {code && (
        <code.Sheet
          code={code}
          title={t.countdown.payCode.title}
          hint={t.countdown.payCode.hint(labelOf('payType', pay.variables ?? order.payType))}
          onClose={closeCode}
        />
      )}
    </>
  );
}

interface OtherWaysProps {
  order: Order;
  busy: boolean;
  onChoose(payType: string): void;
}

/** The other ways to pay in this browser. The server opens one only once the first is closed at its provider. */
function OtherWays({ order: { deviceId, payType }, busy, onChoose }: OtherWaysProps) {
  const t = useText();
  const labelOf = useLabels();
  const sheet = useSheet('other-way');
  const { data: card } = useQuery({
    queryKey: ['chair-page', deviceId],
    queryFn: ({ signal }) => api.chairPage.get({ deviceId }, { signal, quiet: true }),
  });
  const others = (card?.payTypes ?? []).filter((each) => each !== payType);
  if (others.length === 0) return null;
  return (
    <>
      <Button kind="glass" onClick={() => sheet.open()}>
        {t.countdown.otherWay}
      </Button>
      <Dialog open={sheet.isOpen} onClose={() => void sheet.close()} title={t.countdown.otherWay}>
        <Stack gap="s">
          {others.map((each) => (
            <Button key={each} busy={busy} onClick={() => void sheet.close().then(() => onChoose(each))}>
              {t.countdown.payWith(labelOf('payType', each))}
            </Button>
          ))}
        </Stack>
      </Dialog>
    </>
  );
}

function usePayment(orderId: string) {
  const t = useText();
  const client = useQueryClient();
  const [code, setCode] = useState<ShownCode | null>(null);
  const { seconds, wait } = useTurn();
  const closeCode = useCallback(() => setCode(null), []);
  const pay = useMutation({
    mutationFn: async (payType: string | undefined) => {
      const payable = await wait(await api.starting.pay({ orderId, payType, patience }), payType);
      return payable && nextStep(payable);
    },
    onSuccess: (next) => {
      if (next === null) return;
      if ('code' in next) setCode(next.code);
      else location.assign(next.address);
    },
    meta: { quiet: true },
    onError: () => {
      // It may have been paid or cancelled meanwhile.
      void client.invalidateQueries(observedOrderQuery(orderId));
    },
  });
  // Any error that is no server answer is the wallet's refusal, or a sheet that did not load.
  const failure = useFailure(pay.error, t.countdown.payUnknown);
  const problem = pay.error && !(pay.error instanceof ApiError) ? t.countdown.paymentFailed : failure;
  return { pay, seconds, code, closeCode, problem };
}
