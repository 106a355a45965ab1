import type { Call } from '@recline/contract/call';
import { fail } from '../error.ts';
import type { Metrics } from '../metrics.ts';

/** The load of this server. */
export interface Load {
  /** Calls in progress. */
  calls: number;
  /** Calls without a priority that have been unanswered for `slowAfterMs`. */
  slow: number;
  /** The recent delay of the event loop. */
  delayMs: number;
}

/** From the contract: calls without a priority are shed first. */
type Priority = Call['priority'];

export interface LoadLimits {
  maxCalls: number;
  /** Maximum delay of the event loop. */
  maxDelayMs: number;
}

const maxSlow = 20;
const slowAfterMs = 2_000;

/** Whether a call is refused. Guests are served up to twice the load. */
export function isShed(priority: Priority, { calls, slow, delayMs }: Load, limits: LoadLimits): boolean {
  const { maxCalls, maxDelayMs } = limits;
  if (priority === 'always') return false;
  if (priority === 'guest') return calls >= 2 * maxCalls || delayMs > 2 * maxDelayMs;
  return calls >= maxCalls || slow >= maxSlow || delayMs > maxDelayMs;
}

const sampleEveryMs = 250;
const samples = 4;

/** The minimum of the last few delays: a single long pause is not overload. */
function measureDelay() {
  const delays: number[] = Array.from({ length: samples }, () => 0);
  let due = performance.now() + sampleEveryMs;
  const timer = setInterval(() => {
    const now = performance.now();
    delays.shift();
    delays.push(Math.max(0, now - due));
    due = now + sampleEveryMs;
  }, sampleEveryMs).unref();
  return { delayMs: () => Math.min(...delays), stop: () => clearInterval(timer) };
}

interface Running {
  since: number;
}

function count(running: Set<Running>): Running {
  const call = { since: performance.now() };
  running.add(call);
  return call;
}

/** Lets a call wait for its turn; meanwhile it does not count as load. */
export type Aside = <T>(waiting: () => Promise<T>) => Promise<T>;

/** Counts the slow ones, up to `maxSlow`; the oldest come first. */
function countSlow(running: Iterable<Running>): number {
  const before = performance.now() - slowAfterMs;
  let slow = 0;
  for (const { since } of running) {
    if (since > before || slow === maxSlow) break;
    slow += 1;
  }
  return slow;
}

/**
 * Refuses calls while the server is overloaded, the least urgent first. A call counts from the end of its request to
 * the end of its answer. Waiting for a client does not count as load.
 */
export function makeLoadShedding(metrics: Metrics, limits: LoadLimits) {
  const delay = measureDelay();
  // A guest's call may wait for a device: its duration says nothing about the load.
  const guests = new Set<Running>();
  const others = new Set<Running>();
  const refuseIfShed = (priority: Priority) => {
    const load = { calls: guests.size + others.size, slow: countSlow(others), delayMs: delay.delayMs() };
    if (!isShed(priority, load, limits)) return;
    metrics.shed.inc();
    throw fail('unavailable');
  };
  return {
    /** The hook of a call's route: refuses before the body is received. */
    admit:
      ({ priority }: Call) =>
      async () =>
        refuseIfShed(priority),
    /** Does the work of a call whose request is complete. A stream of events never ends, so it does not count. */
    async run<T>({ priority, answers }: Call, work: (aside: Aside) => Promise<T>): Promise<T> {
      refuseIfShed(priority);
      if (answers || priority === 'always') return work((waiting) => waiting());
      const running = priority === undefined ? others : guests;
      let call = count(running);
      const aside: Aside = async (waiting) => {
        running.delete(call);
        return waiting().finally(() => {
          call = count(running);
        });
      };
      return work(aside).finally(() => running.delete(call));
    },
    stop: delay.stop,
  };
}

export type LoadShedding = ReturnType<typeof makeLoadShedding>;
