import type { IncomingMessage } from 'node:http';

/**
 * Whether a request names its target in the only form that every proxy interprets alike: a path, without a host or a
 * fragment, and one `Host`. We are no proxy, and no browser sends anything else.
 */
export function hasPlainTarget({ url = '', rawHeaders }: IncomingMessage): boolean {
  return url.startsWith('/') && !url.includes('#') && countOf(rawHeaders, 'host') <= 1;
}

/** Names and values alternate. Node keeps the first of several values of such a header, silently. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const each = rawHeaders[index] ?? '';
    if (each.length === name.length && each.toLowerCase() === name) count += 1;
  }
  return count;
}
