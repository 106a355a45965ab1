import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { makeQueryClient } from './query-client.ts';
import { onToast } from './toast.ts';

/** What the app does with answers and errors of its calls, unless a query says otherwise. */

const minute = 60_000;
const unknown = 'Something went wrong';

beforeEach(() => vi.useFakeTimers());
beforeEach(() => {
  onTestFinished(() => void vi.useRealTimers());
});

const open = () => makeQueryClient(() => unknown);

describe('an answer', () => {
  test('is kept for ten minutes after the last screen that showed it', async () => {
    const client = open();
    client.setQueryData(['a'], 1);
    await vi.advanceTimersByTimeAsync(9 * minute);
    expect(client.getQueryData(['a'])).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(client.getQueryData(['a'])).toBeUndefined();
  });

  test('is fresh for fifteen seconds', async () => {
    const client = open();
    const queryFn = vi.fn(async () => 1);
    const fetchIt = () => client.fetchQuery({ queryKey: ['a'], queryFn });
    await fetchIt();
    await vi.advanceTimersByTimeAsync(14_000);
    await fetchIt();
    expect(queryFn).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    await fetchIt();
    expect(queryFn).toHaveBeenCalledTimes(2);
  });
});

describe('a network that is lost', () => {
  beforeEach(() => {
    onTestFinished(() => onlineManager.setOnline(true));
  });

  test('keeps no call from being made, since only the call can tell', async () => {
    const client = open();
    onlineManager.setOnline(false);
    expect(await client.fetchQuery({ queryKey: ['a'], queryFn: async () => 1 })).toBe(1);
    const change = new MutationObserver(client, { mutationFn: async () => 2 });
    expect(await change.mutate()).toBe(2);
  });

  test('refetches what is shown when it is back', async () => {
    const client = open();
    client.mount();
    const queryFn = vi.fn(async () => 1);
    const unsubscribe = new QueryObserver(client, { queryKey: ['a'], queryFn }).subscribe(() => {});
    onTestFinished(() => {
      unsubscribe();
      client.unmount();
    });
    await vi.advanceTimersByTimeAsync(16_000);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(queryFn).toHaveBeenCalledTimes(2);
  });
});

describe('an error', () => {
  const refused = () => new ApiError('answer', 'Not today', 500);

  function watch() {
    const said: (string | null)[] = [];
    onTestFinished(onToast((message) => said.push(message)));
    const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => {});
    onTestFinished(() => reported.mockRestore());
    return { said, reported };
  }

  const failing = (error: Error) => vi.fn(() => Promise.reject(error));

  test('of a change is said, and the change is not repeated', async () => {
    const { said, reported } = watch();
    const mutationFn = failing(refused());
    await expect(new MutationObserver(open(), { mutationFn }).mutate()).rejects.toThrow();
    expect([said, reported.mock.calls, mutationFn.mock.calls.length]).toEqual([['Not today'], [], 1]);
  });

  test('of a change whose screen says it is not said twice', async () => {
    const { said } = watch();
    const quiet = { mutationFn: failing(refused()), meta: { quiet: true } };
    await expect(new MutationObserver(open(), quiet).mutate()).rejects.toThrow();
    expect(said).toEqual([]);
  });

  test.each([
    ['shows an older answer', 1, false, ['Not today']],
    ['shows an older answer and its age', 1, true, []],
    ['shows the error', undefined, false, []],
  ])('of a query is said if its screen %s', async (_what, older, quiet, expected) => {
    const { said } = watch();
    const client = open();
    const queryFn = failing(refused());
    const query = { queryKey: ['a'], queryFn, meta: { quiet }, staleTime: 0 };
    if (older !== undefined) client.setQueryData(query.queryKey, older);
    await vi.advanceTimersByTimeAsync(1);
    await expect(client.fetchQuery(query)).rejects.toThrow();
    expect([said, queryFn.mock.calls.length]).toEqual([expected, 1]);
  });

  test('that is a defect of the app is said in general words, and reported', async () => {
    const { said, reported } = watch();
    const defect = new TypeError('x is undefined');
    await expect(new MutationObserver(open(), { mutationFn: failing(defect) }).mutate()).rejects.toThrow();
    expect([said, reported.mock.calls]).toEqual([[unknown], [[defect]]]);
  });
});
