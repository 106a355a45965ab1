import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { optionalCall } from './optional-call.ts';

const log = vi.fn();
beforeEach(() => vi.stubGlobal('console', { ...console, warn: log }));
afterEach(() => {
  vi.unstubAllGlobals();
  log.mockClear();
});

const failing = (error: Error) => () => Promise.reject(error);

test('a server that lacks the call gets the fallback, which is logged and counted', async () => {
  const notFound = failing(new ApiError('answer', 'not found', 404));
  expect(await optionalCall('home', notFound, () => 'single calls')).toBe('single calls');
  await optionalCall('home', notFound, () => 'single calls');
  expect(log.mock.lastCall?.[0]).toContain('home: fallback used 2 times');
});

test.each([
  ['a busy server', new ApiError('answer', 'busy', 503)],
  ['a lost network', new ApiError('network', 'no network')],
  ['an aborted call', new DOMException('aborted', 'AbortError')],
])('%s is an error, not a missing call', async (_name, error) => {
  await expect(optionalCall('home', failing(error), () => null)).rejects.toBe(error);
  expect(log).not.toHaveBeenCalled();
});

test('an answer is passed on', async () => {
  expect(
    await optionalCall(
      'home',
      async () => 7,
      () => null,
    ),
  ).toBe(7);
});
