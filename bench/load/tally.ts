import { quantile } from '../lib/figures.ts';

export interface KindOfCall {
  kind: string;
  calls: number;
  /** Turned away with 503 and Retry-After. */
  shed: number;
  /** Any other answer than success, or none. */
  errors: number;
  p50: number;
  p99: number;
  most: number;
}

export interface Report {
  kinds: KindOfCall[];
  /** The first few errors, in words. */
  examples: string[];
}

/** How long each kind of call took, and what went wrong. */
export function makeTally() {
  const times = new Map<string, number[]>();
  const shed = new Map<string, number>();
  const errors = new Map<string, number>();
  const examples: string[] = [];
  const count = (counts: Map<string, number>, kind: string) => void counts.set(kind, (counts.get(kind) ?? 0) + 1);

  return {
    took(kind: string, milliseconds: number): void {
      const list = times.get(kind);
      if (list) list.push(milliseconds);
      else times.set(kind, [milliseconds]);
    },
    shed: (kind: string) => count(shed, kind),
    failed(kind: string, what: string): void {
      count(errors, kind);
      if (examples.length < 20) examples.push(`${kind}: ${what}`);
    },
    report(): Report {
      const names = new Set([...times.keys(), ...shed.keys(), ...errors.keys()]);
      const kinds = [...names].map((kind) => {
        const list = times.get(kind) ?? [];
        return {
          kind,
          calls: list.length,
          shed: shed.get(kind) ?? 0,
          errors: errors.get(kind) ?? 0,
          p50: quantile(list, 0.5),
          p99: quantile(list, 0.99),
          most: quantile(list, 1),
        };
      });
      return { kinds, examples };
    },
  };
}

export type Tally = ReturnType<typeof makeTally>;
