import { hasReceipt } from '@recline/contract/values';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../../platform/when-idle.ts';
import { api } from '../../data/api.ts';

/** The guest's last order if it has a receipt, fetched when the page is idle. */
export function useLastReceipt(isGuest: boolean): string | null {
  const [orderId, setOrderId] = useState<string | null>(null);
  useEffect(() => {
    if (!isGuest) return;
    const ask = async () => {
      const { rows } = await api.orders.mine({ limit: 1 }, { quiet: true });
      setOrderId(rows.find(hasReceipt)?.orderId ?? null);
    };
    // Without an answer the list of orders still has it.
    whenIdle(() => void ask().catch(() => undefined));
  }, [isGuest]);
  return orderId;
}
