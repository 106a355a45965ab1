import { hasReceipt } from '@recline/contract/values';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../../platform/when-idle.ts';
import { api } from '../../data/api.ts';

/** The guest's last order, where it has a receipt. It is asked for when the page has nothing else to do. */
export function useLastReceipt(isGuest: boolean): string | null {
  const [orderId, setOrderId] = useState<string | null>(null);
  useEffect(() => {
    if (!isGuest) return;
    const ask = async () => {
      const { rows } = await api.orders.mine({ limit: 1 }, { quiet: true });
      setOrderId(rows.find(hasReceipt)?.orderId ?? null);
    };
    // Without an answer there is still the list of orders.
    whenIdle(() => void ask().catch(() => undefined));
  }, [isGuest]);
  return orderId;
}
