import { useState } from 'react';
import { loadCode } from './load-code.ts';
import { useText } from './text.tsx';
import { toast } from './toast.ts';

/**
 * A part of a page that few people open: its code is loaded when it is first opened. Without a network the page shows a
 * message and stays unchanged; opening it again retries.
 */
export function useOnDemand<C>(load: () => Promise<C>): [part: C | null, ask: () => void] {
  const t = useText();
  const [part, setPart] = useState<C | null>(null);
  const ask = () => {
    if (part !== null) return;
    loadCode(load).then(
      (loaded) => setPart(() => loaded),
      () => toast(t.common.network),
    );
  };
  return [part, ask];
}
