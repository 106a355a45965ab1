import type { OrderStatus } from '@recline/contract/dictionary';
import type { Listener } from '../../platform/notify.ts';

/** Lets a request wait until its order is settled, whichever server hears of it. */
export function makeOutcomes(listener: Listener) {
  const waiting = new Map<number, Set<(status: string | undefined) => void>>();

  const wake = (orderId: number, status?: string) => {
    if (status === 'starting') return;
    for (const resolve of waiting.get(orderId) ?? []) resolve(status);
  };
  listener.on('order', ({ orderId, status }) => wake(orderId, status));
  listener.onReconnect(() => {
    for (const orderId of waiting.keys()) wake(orderId);
  });

  /**
   * The status an order has once it no longer starts; undefined after `milliseconds`. `look` reads it, at
   * first (unless the order is so new that there is nothing to see) and whenever news do not say.
   */
  async function waitFor(
    orderId: number,
    milliseconds: number,
    look: () => Promise<OrderStatus>,
    isNew: boolean,
  ): Promise<OrderStatus | undefined> {
    const until = Date.now() + milliseconds;
    for (let first = true; ; first = false) {
      const news = nextNews(orderId, until - Date.now());
      const seen = first && isNew ? 'starting' : await look();
      if (seen !== 'starting' || Date.now() >= until) {
        news.forget();
        return seen === 'starting' ? undefined : seen;
      }
      const told = await news.come;
      if (told !== undefined) return told as OrderStatus;
    }
  }

  function nextNews(orderId: number, milliseconds: number) {
    let forget = () => {};
    const come = new Promise<string | undefined>((resolve) => {
      const here = waiting.get(orderId) ?? new Set();
      waiting.set(orderId, here);
      const hear = (status: string | undefined) => {
        clearTimeout(timer);
        here.delete(hear);
        if (here.size === 0) waiting.delete(orderId);
        resolve(status);
      };
      const timer = setTimeout(() => hear(undefined), Math.max(0, milliseconds));
      here.add(hear);
      forget = () => hear(undefined);
    });
    return { come, forget };
  }

  return { wake, waitFor };
}

export type Outcomes = ReturnType<typeof makeOutcomes>;
