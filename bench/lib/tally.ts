import { quantile } from './figures.ts';

export interface Latency {
  p50: number;
  p99: number;
}

export interface KindOfCall extends Latency {
  kind: string;
  /** Successful calls. */
  calls: number;
  /** Turned away with 503 and Retry-After. */
  refused: number;
  /** Every other failure, by its code. */
  errors: Record<string, number>;
  slowest: number;
  thirds: Latency[];
}

export interface Report {
  kinds: KindOfCall[];
  /** The first few errors, in words. */
  examples: string[];
}

interface Call {
  at: number;
  milliseconds: number;
}

const maxExamples = 10;

/** Collects the latency and the failures of each kind of call. */
export function makeTally() {
  const begun = performance.now();
  const kinds = new Map<string, { calls: Call[]; refused: number; errors: Map<string, number> }>();
  const examples: string[] = [];
  const entryOf = (kind: string) => {
    const entry = kinds.get(kind) ?? { calls: [], refused: 0, errors: new Map<string, number>() };
    kinds.set(kind, entry);
    return entry;
  };
  return {
    succeeded(kind: string, milliseconds: number): void {
      entryOf(kind).calls.push({ at: performance.now(), milliseconds });
    },
    refused(kind: string): void {
      entryOf(kind).refused += 1;
    },
    failed(kind: string, code: string, detail = ''): void {
      const { errors } = entryOf(kind);
      errors.set(code, (errors.get(code) ?? 0) + 1);
      if (examples.length < maxExamples) examples.push(`${kind}: ${code} ${detail}`.trim());
    },
    report(): Report {
      const ended = performance.now();
      const list = [...kinds].map(([kind, { calls, refused, errors }]) => ({
        kind,
        calls: calls.length,
        refused,
        errors: Object.fromEntries(errors),
        ...latencyOf(calls),
        slowest: quantile(calls.map(millisecondsOf), 1),
        thirds: thirdsOf(calls, begun, ended).map(latencyOf),
      }));
      return { kinds: list, examples };
    },
  };
}

export type Tally = ReturnType<typeof makeTally>;

const millisecondsOf = ({ milliseconds }: Call) => milliseconds;

function latencyOf(calls: Call[]): Latency {
  const times = calls.map(millisecondsOf);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

function thirdsOf(calls: Call[], begun: number, ended: number): Call[][] {
  const thirdOf = ({ at }: Call) => Math.min(2, Math.floor((3 * (at - begun)) / (ended - begun)));
  return [0, 1, 2].map((third) => calls.filter((call) => thirdOf(call) === third));
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

export const refusalsIn = ({ kinds }: Report): number => sum(kinds.map(({ refused }) => refused));

export const errorsIn = ({ kinds }: Report): number => sum(kinds.flatMap(({ errors }) => Object.values(errors)));

/** `3 × 50201, 1 × refused`; empty where nothing went wrong. */
export function failuresOf({ refused, errors }: Pick<KindOfCall, 'refused' | 'errors'>): string {
  const counts = [...Object.entries(errors), ['refused', refused] as const].filter(([, count]) => count > 0);
  return counts.map(([code, count]) => `${count} × ${code}`).join(', ');
}
