/** The simulator's clocks. Durations and expiries follow `now`; signatures follow `signing`. */
export interface Clocks {
  now(): number;
  /** Seconds, as they appear in a signature. */
  signing(provider: string): number;
  /** Lets time pass at the providers: links, sessions and keys expire. */
  pass(ms: number): void;
  /** Offsets the clock with which a provider signs; 0 is correct again. */
  skew(provider: string, ms: number): void;
}

export function makeClocks(read: () => number = Date.now): Clocks {
  let passed = 0;
  const skews = new Map<string, number>();
  return {
    now: () => read() + passed,
    signing: (provider) => Math.floor((read() + (skews.get(provider) ?? 0)) / 1000),
    pass(ms) {
      passed += ms;
    },
    skew: (provider, ms) => void skews.set(provider, ms),
  };
}

const beijingOffsetMs = 8 * 3600_000;
const shifted = (ms: number) => new Date(ms + beijingOffsetMs).toISOString();

/** 2026-11-15T13:29:35+08:00 */
export const beijingIso = (ms: number): string => `${shifted(ms).slice(0, 19)}+08:00`;
/** 2026-11-15 13:29:35 */
export const beijingText = (ms: number): string => shifted(ms).slice(0, 19).replace('T', ' ');
/** 2026-11-15 */
export const beijingDay = (ms: number): string => shifted(ms).slice(0, 10);

/** Reads `yyyy-MM-dd HH:mm:ss` as Beijing time; undefined where it is not one. */
export function fromBeijingText(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  const ms = Date.parse(`${text.replace(' ', 'T')}+08:00`);
  return Number.isNaN(ms) ? undefined : ms;
}
