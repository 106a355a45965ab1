import { errors } from '@recline/contract/errors';
import { hasCode } from './api-error.ts';

const missing = new Map<string, number>();

/**
 * An optional call, with a fallback for servers that lack it and answer 404. Any other error is thrown. Each use of the
 * fallback is counted and logged, so that an unexpected one is noticed.
 */
export async function optionalCall<T, F>(
  name: string,
  call: () => Promise<T>,
  fallback: () => F | Promise<F>,
): Promise<T | F> {
  try {
    return await call();
  } catch (error) {
    if (!hasCode(error, errors.notFound.code)) throw error;
    const times = (missing.get(name) ?? 0) + 1;
    missing.set(name, times);
    // biome-ignore lint/suspicious/noConsole: the only place where a browser's user can be asked to look
    console.warn(`The server has no call ${name}: fallback used ${times} times`);
    return fallback();
  }
}
