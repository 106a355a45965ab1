import { randomBytes } from 'node:crypto';

/** Request ids sent by callers. They are only logged, never used as a key, because anybody can write them. */

const traceParent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace id of a valid W3C `traceparent`, or else a new one. */
export const traceIdOf = (header: unknown): string =>
  (typeof header === 'string' && traceParent.exec(header)?.[1]) || randomBytes(16).toString('hex');

/** The caller's `x-request-id`, if it is short and plain. */
export const callerRequestIdOf = (header: unknown): string | undefined =>
  typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : undefined;
