import { errors } from '@recline/contract/errors';
import { hasCode } from './api-error.ts';

const missing = new Map<string, number>();

/**
 * A call beyond the common ones, with what to do where the server does not have it, which it says by 404. Any other
 * error is one. Each use of the fallback is counted and logged, so that it is noticed where the server has the call.
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
