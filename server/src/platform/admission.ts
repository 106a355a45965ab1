import { fail } from './error.ts';

interface AdmissionDeps {
  /** Work takes milliseconds. If some has been waiting for longer than this, no more is admitted. */
  maxWaitMs: number;
  /** Whether a dependency of admitted work is overloaded. */
  overloaded(): boolean;
  onRefused(): void;
}

/** Admission control: refuses work that could not be done in time, before it begins. */
export function makeAdmission({ maxWaitMs, overloaded, onRefused }: AdmissionDeps) {
  /** When each admitted piece of work arrived; the oldest comes first. */
  const admitted = new Set<{ since: number }>();

  const oldestMs = (): number => {
    const [oldest] = admitted;
    return oldest === undefined ? 0 : performance.now() - oldest.since;
  };

  return async function admit<T>(work: () => Promise<T>): Promise<T> {
    if (oldestMs() > maxWaitMs || overloaded()) {
      onRefused();
      throw fail('unavailable');
    }
    const entry = { since: performance.now() };
    admitted.add(entry);
    try {
      return await work();
    } finally {
      admitted.delete(entry);
    }
  };
}
