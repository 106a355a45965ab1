import { fail } from '../../platform/error.ts';
import type { Metrics } from '../../platform/metrics.ts';

/** Placing an order takes milliseconds, and so does reading a chair's message. More than this is overload. */
const maxPlacingMs = 1_000;
const maxBacklogMs = 1_500;

interface AdmissionDeps {
  metrics: Metrics;
  /** How long the oldest message of a chair has been waiting to be handled. */
  backlogMs(): number;
}

/**
 * Refuses starts that could not be served in time, before an order exists: an order that was accepted runs, and
 * overload never turns into a failed start.
 */
export function makeAdmission({ metrics, backlogMs }: AdmissionDeps) {
  /** When each start that is being placed arrived; the oldest is first. */
  const placing = new Set<{ since: number }>();

  const oldestMs = (): number => {
    const [oldest] = placing;
    return oldest === undefined ? 0 : performance.now() - oldest.since;
  };

  return async function admit<T>(work: () => Promise<T>): Promise<T> {
    if (oldestMs() > maxPlacingMs || backlogMs() > maxBacklogMs) {
      metrics.starts.inc({ outcome: 'refused' });
      throw fail('unavailable');
    }
    const start = { since: performance.now() };
    placing.add(start);
    try {
      return await work();
    } finally {
      placing.delete(start);
    }
  };
}
