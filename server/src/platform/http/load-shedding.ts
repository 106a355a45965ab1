import type { Call } from '@recline/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../error.ts';
import type { Metrics } from '../metrics.ts';

/** How busy this server is. */
export interface Load {
  /** Calls that are being answered now. */
  calls: number;
  /** Calls of no priority that have had no answer for `slowAfterMs`. */
  slow: number;
  /** How far the event loop is behind, for some time now. */
  delayMs: number;
}

/** From the contract: calls without a priority are shed first. */
type Priority = Call['priority'];

const maxDelayMs = 500;
const maxSlow = 20;
const slowAfterMs = 2_000;

/** Whether a call is refused. Guests are served up to twice the load. */
export function isShed(priority: Priority, { calls, slow, delayMs }: Load, maxCalls: number): boolean {
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

/** Refuses calls while the server is overloaded, the least urgent first. */
export function makeLoadShedding(metrics: Metrics, maxCalls: number) {
  const delay = measureDelay();
  // A guest's call may wait for a device: how long it takes says nothing about the load.
  const guests = new Set<Running>();
  const others = new Set<Running>();
  const load = (): Load => ({
    calls: guests.size + others.size,
    slow: countSlow(others),
    delayMs: delay.delayMs(),
  });
  return {
    /** The hook of a call's route. A stream of events never ends, so it does not count as being answered. */
    admit({ priority, answers }: Call) {
      const running = priority === undefined ? others : guests;
      return async (_request: FastifyRequest, reply: FastifyReply) => {
        if (isShed(priority, load(), maxCalls)) {
          metrics.shed.inc();
          throw fail('unavailable');
        }
        if (answers || priority === 'always') return;
        const call = { since: performance.now() };
        running.add(call);
        reply.raw.once('close', () => running.delete(call));
      };
    },
    stop: delay.stop,
  };
}

export type LoadShedding = ReturnType<typeof makeLoadShedding>;
