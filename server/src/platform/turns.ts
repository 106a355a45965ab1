import { fail } from './error.ts';

export interface Pace {
  perSecond: number;
  /** Burst size after a pause. */
  atOnce: number;
  /** A caller that has waited this long goes ahead of all others. */
  maxWaitMs: number;
  /** More waiting callers than this, in total, count as overload. */
  maxWaiting: number;
}

/** Waiting callers, each key once, so that a caller who asks again keeps its place. */
export interface Turn {
  address: string;
  key: string;
  /** Goes before all others. */
  isFirst: boolean;
}

interface Waiting {
  since: number;
  isFirst: boolean;
  /** How many callers wait for it now. Without any, its turn is kept. */
  callers: number;
  /** Resolves when it is its turn. */
  turn: Promise<void>;
  begin(): void;
}

/**
 * Limits the rate per address. Requests above it wait in order of arrival, first requests before others; they are
 * refused only if the server itself is overloaded. Each server counts separately.
 */
export function makeTurns(pace: Pace, now: () => number = () => performance.now()) {
  const everyMs = 1000 / pace.perSecond;
  const lines = new Map<string, ReturnType<typeof makeLine>>();
  let waitingInAll = 0;

  function makeLine(address: string) {
    const waiting = new Map<string, Waiting>();
    /** Turns that came up while nobody waited for them, until they expire. */
    const kept = new Map<string, number>();
    let freeAt = 0;
    let timer: NodeJS.Timeout | undefined;

    const msUntilFree = () => Math.max(0, freeAt - now() - (pace.atOnce - 1) * everyMs);
    const use = () => {
      freeAt = Math.max(freeAt, now()) + everyMs;
    };

    /** First requests before others, and those that waited too long before all. */
    function next(): string | undefined {
      const all = [...waiting];
      const [oldest] = all;
      if (oldest && now() - oldest[1].since >= pace.maxWaitMs) return oldest[0];
      if (msUntilFree() > 0) return undefined;
      return (all.find(([, { isFirst }]) => isFirst) ?? oldest)?.[0];
    }

    function begin(key: string): void {
      const entry = waiting.get(key);
      waiting.delete(key);
      waitingInAll -= 1;
      use();
      if (entry?.callers === 0) kept.set(key, now() + pace.maxWaitMs);
      entry?.begin();
    }

    function serve(): void {
      for (let key = next(); key !== undefined; key = next()) begin(key);
      for (const [key, until] of kept) if (until < now()) kept.delete(key);
      schedule();
    }

    function schedule(): void {
      clearTimeout(timer);
      const isIdle = waiting.size === 0 && kept.size === 0 && freeAt <= now();
      if (isIdle) lines.delete(address);
      else timer = setTimeout(serve, waiting.size > 0 ? Math.min(Math.max(1, msUntilFree()), 1000) : 1000).unref();
    }

    function enter(key: string, isFirst: boolean): Waiting {
      if (waitingInAll >= pace.maxWaiting) throw fail('unavailable');
      let begins = () => {};
      const turn = new Promise<void>((resolve) => {
        begins = resolve;
      });
      const entry = { since: now(), isFirst, callers: 0, turn, begin: begins };
      waiting.set(key, entry);
      waitingInAll += 1;
      return entry;
    }

    /** Whether it is this caller's turn, without waiting. */
    function takeNow(key: string): boolean {
      if (kept.delete(key)) return true;
      if (waiting.size > 0 || msUntilFree() > 0) return false;
      use();
      return true;
    }

    /** Seconds until the turn, as estimated. */
    function secondsLeft({ since, isFirst }: Waiting): number {
      const ahead = [...waiting.values()].filter((each) =>
        each.isFirst === isFirst ? each.since < since : each.isFirst,
      );
      const ms = Math.min(since + pace.maxWaitMs - now(), msUntilFree() + ahead.length * everyMs);
      return Math.max(1, Math.ceil(ms / 1000));
    }

    async function wait(key: string, isFirst: boolean, patienceMs: number): Promise<number> {
      const entry = waiting.get(key) ?? enter(key, isFirst);
      schedule();
      entry.callers += 1;
      const isOver = await endsWithin(entry.turn, patienceMs);
      entry.callers -= 1;
      return isOver ? 0 : secondsLeft(entry);
    }
    return { takeNow, wait, schedule };
  }

  /** Waits up to `patienceMs`. Returns the remaining seconds; 0 if it is the caller's turn. */
  return async function take({ address, key, isFirst }: Turn, patienceMs: number): Promise<number> {
    const line = lines.get(address) ?? makeLine(address);
    lines.set(address, line);
    const isNow = line.takeNow(key);
    line.schedule();
    return isNow ? 0 : line.wait(key, isFirst, patienceMs);
  };
}

export type TakeTurn = ReturnType<typeof makeTurns>;

async function endsWithin(turn: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  return Promise.race([turn.then(() => true), over]).finally(() => clearTimeout(timer));
}
