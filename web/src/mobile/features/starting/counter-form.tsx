import type { Price } from '@recline/contract/starting';
import { useState } from 'react';
import { useFormat } from '../../../platform/text.tsx';
import { BottomBar } from '../../../ui/bottom-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { useText } from '../../texts/app.ts';
import { useLabels } from '../dictionary/index.ts';
import type { ErrorPage } from '../errors/index.ts';
import { PackageList } from './package-list.tsx';
import { StartingOverlay } from './starting-overlay.tsx';
import { useStart } from './use-start.ts';

interface CounterFormProps {
  deviceId: string;
  prices: readonly Price[];
  onOrder(orderId: string): void;
  onErrorPage(page: ErrorPage): void;
  /** No answer arrived, so ask the server whether the chair runs. */
  onUnknownOutcome(): void;
}

/** A manager starts a chair for cash received at the counter. */
export function CounterForm({ deviceId, prices, ...handlers }: CounterFormProps) {
  const t = useText();
  const format = useFormat();
  const labelOf = useLabels();
  const [priceId, setPriceId] = useState((prices.find((price) => price.recommended) ?? prices[0])?.priceId);
  const start = useStart(handlers);
  const chosen = prices.find((price) => price.priceId === priceId);
  return (
    <>
      <Problem text={start.problem} />
      <PackageList prices={prices} gearName={(gear) => labelOf('gear', gear)} value={priceId} onChange={setPriceId} />
      <BottomBar>
        <Button
          disabled={!chosen}
          busy={start.busy}
          onClick={() => chosen && start.run({ deviceId, priceId: chosen.priceId, payType: 'cash' })}
        >
          {t.quickStart.takeCash(chosen ? format.money(chosen.amount, chosen.currency) : '')}
        </Button>
      </BottomBar>
      <StartingOverlay open={start.busy} />
    </>
  );
}
