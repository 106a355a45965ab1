import type { Call } from '@recline/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../error.ts';
import type { Metrics } from '../metrics.ts';

/** How busy this server is. */
export interface Load {
  /** Calls that are being answered now. */
  calls: number;
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

const mostLate = 500;

/** Whether a call is turned away. Guests are served until it is twice as bad. */
export function isShed(rank: Rank, { calls, lateness }: Load, mostCalls: number): boolean {
  if (rank === 'never shed') return false;
  const times = rank === 'guests' ? 2 : 1;
  return calls >= mostCalls * times || lateness > mostLate * times;
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

/** Turns calls away while the server has more than it can do; all else goes on, and it recovers by itself. */
export function makePressure(metrics: Metrics, mostCalls: number) {
  const delays = measureLateness();
  let calls = 0;
  return {
    /** The hook of a call's route. What never ends, like a stream of events, is not counted as being answered. */
    admit(call: Call) {
      const rank = rankOf(call);
      return async (_request: FastifyRequest, reply: FastifyReply) => {
        if (isShed(rank, { calls, lateness: delays.lateness() }, mostCalls)) {
          metrics.shed.inc();
          throw fail('unavailable');
        }
        if (call.answers) return;
        calls += 1;
        reply.raw.once('close', () => {
          calls -= 1;
        });
      };
    },
    stop: delays.stop,
  };
}

export type Pressure = ReturnType<typeof makePressure>;
