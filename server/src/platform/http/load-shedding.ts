import type { Call } from '@recline/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../error.ts';
import type { Metrics } from '../metrics.ts';

/** How busy this server is. */
export interface Load {
  /** Calls that are being answered now. */
  calls: number;
  /** Those of them that only ask the database, and still have no answer after `lateAfter`. */
  late: number;
  /** How late the process gets to its work, for some time now, in milliseconds. */
  lateness: number;
}

/** Who goes first when there is not enough for all. */
type Rank = 'never shed' | 'guests' | 'others';

/** A chair can always be stopped; whoever sits down comes before whoever looks at figures. */
export function rankOf({ path, answers }: Pick<Call, 'path' | 'answers'>): Rank {
  if (path === '/data-centre/stop') return 'never shed';
  return path.startsWith('/data-centre/') || answers ? 'guests' : 'others';
}

const mostLateness = 500;
const mostLate = 20;
const lateAfter = 2_000;

/** Whether a call is turned away. Guests are served until it is twice as bad. */
export function isShed(rank: Rank, { calls, late, lateness }: Load, mostCalls: number): boolean {
  if (rank === 'never shed') return false;
  if (rank === 'guests') return calls >= 2 * mostCalls || lateness > 2 * mostLateness;
  return calls >= mostCalls || late >= mostLate || lateness > mostLateness;
}

const sampleEvery = 250;
const samples = 4;

/** The least of the last few delays: one long pause is no overload, and being late all the time is. */
function measureLateness() {
  const late: number[] = Array.from({ length: samples }, () => 0);
  let due = performance.now() + sampleEvery;
  const timer = setInterval(() => {
    const now = performance.now();
    late.shift();
    late.push(Math.max(0, now - due));
    due = now + sampleEvery;
  }, sampleEvery).unref();
  return { lateness: () => Math.min(...late), stop: () => clearInterval(timer) };
}

/** How many of these began long ago; the oldest are first, and more than `mostLate` need not be told apart. */
function countLate(begun: Iterable<{ at: number }>): number {
  const before = performance.now() - lateAfter;
  let late = 0;
  for (const { at } of begun) {
    if (at > before || late === mostLate) break;
    late += 1;
  }
  return late;
}

/** Turns calls away while the server has more than it can do; all else goes on, and it recovers by itself. */
export function makeLoadShedding(metrics: Metrics, mostCalls: number) {
  const delays = measureLateness();
  // A start waits for its chair, not for us: how long it takes says nothing about how busy we are.
  const begun: Record<Rank, Set<{ at: number }>> = { 'never shed': new Set(), guests: new Set(), others: new Set() };
  const load = (): Load => ({
    calls: begun.guests.size + begun.others.size,
    late: countLate(begun.others),
    lateness: delays.lateness(),
  });
  return {
    /** The hook of a call's route. What never ends, like a stream of events, is not counted as being answered. */
    admit(call: Call) {
      const rank = rankOf(call);
      return async (_request: FastifyRequest, reply: FastifyReply) => {
        if (isShed(rank, load(), mostCalls)) {
          metrics.shed.inc();
          throw fail('unavailable');
        }
        if (call.answers) return;
        const answering = { at: performance.now() };
        begun[rank].add(answering);
        reply.raw.once('close', () => begun[rank].delete(answering));
      };
    },
    stop: delays.stop,
  };
}

export type LoadShedding = ReturnType<typeof makeLoadShedding>;
