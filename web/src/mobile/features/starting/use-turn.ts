import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../data/api.ts';
import { type Payable, patience, untilTurn } from './turn-to-pay.ts';

/** The wait of a payer while many at the same address pay. It ends when the component unmounts. */
export function useTurn() {
  const [seconds, setSeconds] = useState<number | null>(null);
  const line = useRef<AbortController>(null);
  const leave = useCallback(() => {
    line.current?.abort();
    setSeconds(null);
  }, []);
  useEffect(() => leave, [leave]);
  /** `payType`: the payment method, if not that of the order. */
  const wait = async (placed: Payable, payType?: string): Promise<Payable | null> => {
    line.current = new AbortController();
    const { signal } = line.current;
    const ask = () => api.starting.pay({ orderId: placed.orderId, payType, patience }, { signal, quiet: true });
    try {
      return await untilTurn(placed, { ask, onWait: setSeconds, signal });
    } finally {
      if (!signal.aborted) setSeconds(null);
    }
  };
  return { seconds, wait, leave };
}
