import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrderStatus } from '@recline/contract/dictionary';
import type { Listener } from '../../platform/notify.ts';
import { within } from '../../platform/schedule.ts';

/** Who has just placed an order, and on which chair. */
export interface Asker {
  accountId: number;
  deviceId: string;
}

/** A chair that runs an order. */
interface Run {
  orderId: number;
  deviceId: string;
}

interface Waiting {
  asker: Asker | undefined;
  hear(status: string | undefined): void;
}

/** A call waits no longer than this for what its caller was told to be stored. */
const mostWait = 5_000;

/** Lets a request wait until its order is settled, whichever server hears of it. */
export function makeOutcomes(listener: Listener) {
  const waiting = new Map<number, Set<Waiting>>();
  /** What somebody was told before it was stored, by account. */
  const storing = new Map<number, Promise<unknown>>();

  const wake = (orderId: number, status?: string) => {
    if (status === 'starting') return;
    for (const { hear } of waiting.get(orderId) ?? []) hear(status);
  };
  listener.on('order', ({ orderId, status }) => wake(orderId, status));
  listener.onReconnect(() => {
    for (const orderId of waiting.keys()) wake(orderId);
  });

  /** Who has just asked for this and waits here: only one request placed the order. */
  const askerOf = ({ orderId, deviceId }: Run) =>
    [...(waiting.get(orderId) ?? [])].find(({ asker }) => asker?.deviceId === deviceId);

  const isAwaited = (run: Run): boolean => askerOf(run) !== undefined;

  /** It is certain that a chair runs an order: whoever has just asked for that hears it first, then it is stored. */
  function runs(run: Run, store: () => Promise<boolean>): Promise<boolean> {
    const waits = askerOf(run);
    if (!waits?.asker) return store();
    const stored = nextTurn().then(store);
    keep(waits.asker.accountId, within(mostWait, stored));
    waits.hear('running');
    return stored;
  }

  function keep(accountId: number, stored: Promise<unknown>): void {
    const all = Promise.allSettled([storing.get(accountId), stored]);
    storing.set(accountId, all);
    void all.then(() => storing.get(accountId) === all && storing.delete(accountId));
  }

  /** Until all that an account was told is stored: whatever it asks next finds it so. */
  const caughtUp = (accountId: number): Promise<unknown> | undefined => storing.get(accountId);

  /**
   * The status an order has once it no longer starts; undefined after `milliseconds`. `look` reads it, at first
   * (unless it was placed just now by the asker, so that there is nothing to see) and whenever news do not say.
   */
  async function waitFor(
    orderId: number,
    milliseconds: number,
    look: () => Promise<OrderStatus>,
    asker: Asker | undefined,
  ): Promise<OrderStatus | undefined> {
    const until = Date.now() + milliseconds;
    for (let first = true; ; first = false) {
      const news = nextNews(orderId, asker, until - Date.now());
      const seen = first && asker ? 'starting' : await look();
      if (seen !== 'starting' || Date.now() >= until) {
        news.forget();
        return seen === 'starting' ? undefined : seen;
      }
      const told = await news.come;
      if (told !== undefined) return told as OrderStatus;
    }
  }

  function nextNews(orderId: number, asker: Asker | undefined, milliseconds: number) {
    let forget = () => {};
    const come = new Promise<string | undefined>((resolve) => {
      const here = waiting.get(orderId) ?? new Set();
      waiting.set(orderId, here);
      const hear = (status: string | undefined) => {
        clearTimeout(timer);
        here.delete(ours);
        if (here.size === 0) waiting.delete(orderId);
        resolve(status);
      };
      const ours = { asker, hear };
      const timer = setTimeout(() => hear(undefined), Math.max(0, milliseconds));
      here.add(ours);
      forget = () => hear(undefined);
    });
    return { come, forget };
  }

  return { wake, isAwaited, runs, caughtUp, waitFor };
}

export type Outcomes = ReturnType<typeof makeOutcomes>;
