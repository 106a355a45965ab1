import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import type { Pool } from '../platform/db.ts';

const sights = new AsyncLocalStorage<{ last: unknown }>();

/** Prints the last values that a test read when it waits in vain. */
export function recordSeen<T>(value: T): T {
  const sight = sights.getStore();
  if (sight) sight.last = value;
  return value;
}

/** Runs `look`; returns its result and the last values that it read. */
export async function watch<T>(look: () => Promise<T>): Promise<{ found: T; seen(): string }> {
  const sight = { last: undefined as unknown };
  const found = await sights.run(sight, look);
  return { found, seen: () => inspect(sight.last ?? found, { depth: 5, breakLength: 120 }) };
}

/** The pool for tests, which records the rows that they read. */
export const watched = (pool: Pool): Pool =>
  new Proxy(pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'query' || typeof value !== 'function')
        return typeof value === 'function' ? value.bind(target) : value;
      return (...given: unknown[]) => {
        const made: unknown = value.apply(target, given);
        if (!(made instanceof Promise)) return made;
        return made.then((result: { rows?: unknown }) => {
          recordSeen(result.rows);
          return result;
        });
      };
    },
  });
