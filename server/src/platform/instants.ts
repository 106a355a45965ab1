/** An instant as PostgreSQL prints it on our connections (UTC): 2026-03-04 05:06:07.089+00 */
export type InstantText = string;

/** The same in ISO 8601 with milliseconds, ten times faster than through `Date`. */
export function isoOf(instant: InstantText): string {
  if (!instant.endsWith('+00')) throw new Error(`not an instant in UTC: ${instant}`);
  const milliseconds = instant.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${instant.slice(0, 10)}T${instant.slice(11, 19)}.${milliseconds}Z`;
}

/** The later and the earlier of two instants. */
export const later = (one: Date, other: Date): Date => (one > other ? one : other);
export const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);
export const minutesAfter = (at: Date, minutes: number): Date => secondsAfter(at, minutes * 60);
export const hoursAfter = (at: Date, hours: number): Date => minutesAfter(at, hours * 60);

/** Microseconds since 1970: PostgreSQL is more precise than `Date`. */
export const microsIn = (instant: InstantText): number =>
  Date.parse(isoOf(instant)) * 1000 + Number(instant.slice(23, -3).padEnd(3, '0'));
