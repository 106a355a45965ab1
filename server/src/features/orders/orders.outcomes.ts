import type { Listener } from '../../platform/notify.ts';

/** Lets a request wait for news of an order, whichever server hears them. */
export function makeOutcomes(listener: Listener) {
  const waiting = new Map<number, Set<() => void>>();

  const wake = (orderId: number) => {
    for (const look of waiting.get(orderId) ?? []) look();
  };
  listener.on('order', ({ orderId }) => wake(orderId));
  listener.onReconnect(() => {
    for (const orderId of waiting.keys()) wake(orderId);
  });

  /** What `look` finds, as soon as it finds something; undefined after `milliseconds`. */
  async function waitFor<T>(orderId: number, milliseconds: number, look: () => Promise<T | undefined>) {
    const until = Date.now() + milliseconds;
    for (;;) {
      const news = nextNews(orderId, until - Date.now());
      const found = await look();
      if (found !== undefined || Date.now() >= until) {
        news.forget();
        return found;
      }
      await news.come;
    }
  }

  function nextNews(orderId: number, milliseconds: number) {
    let forget = () => {};
    const come = new Promise<void>((resolve) => {
      const here = waiting.get(orderId) ?? new Set();
      waiting.set(orderId, here);
      const timer = setTimeout(() => forget(), Math.max(0, milliseconds));
      forget = () => {
        clearTimeout(timer);
        here.delete(forget);
        if (here.size === 0) waiting.delete(orderId);
        resolve();
      };
      here.add(forget);
    });
    return { come, forget };
  }

  return { wake, waitFor };
}

export type Outcomes = ReturnType<typeof makeOutcomes>;
